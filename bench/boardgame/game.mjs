/* game.mjs: a game for boardgame.io whose messages are as large as those of Yokai Sketch: two seats in turn, each move puts a
 * word at the end of a list, of which the last twenty stay, and both are told the whole table, 1.3 KB. */
const stack = (colour) => ({
  colour, top: 5, size: 4, covered: [], unseen: [3, 4, 6], bottom: [],
  laid: { A: ['RB', 'RGc'], B: ['RY', 'BYd'] },
});

export const game = {
  name: 'list',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({
    list: Array.from({ length: 20 }, () => 'RB'),
    stacks: ['R', 'B', 'G', 'Y'].map(stack),
    players: { A: { points: 0, cards: 5, hand: ['RB', 'RG'] }, B: { points: 0, cards: 5, hand: ['RB', 'RG'] } },
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play({ G }, word) {
      G.list.push(word);
      G.list.shift();
    },
  },
};
