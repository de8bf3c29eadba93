// hanabi.cc: how fast Hanabi's learning environment plays, through its own C++ interface; bench/batch builds and runs it
// beside ours.
//
//     hanabi [DECISIONS]
//
// Random decisions of two players, one game after the other, each with the observation of the seat that decides (canonical
// encoder) and the list of legal moves. Prints one "name value" a line.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>

#include "canonical_encoders.h"
#include "hanabi_game.h"
#include "hanabi_observation.h"
#include "hanabi_state.h"

using namespace hanabi_learning_env;

static double seconds(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

int main(int argc, char **argv) {
    const long decisions = argc > 1 ? std::atol(argv[1]) : 200000;
    HanabiGame game({{"players", "2"}, {"seed", "1"}});
    CanonicalObservationEncoder encoder(&game);
    std::mt19937 random(1);
    long games = 0, moves = 0;
    std::size_t size = 0;
    std::unique_ptr<HanabiState> state;
    double wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (long i = 0; i < decisions; i++) {
        if (!state) state = std::make_unique<HanabiState>(&game);
        while (state->CurPlayer() == kChancePlayerId) state->ApplyRandomChance();
        const auto legal = state->LegalMoves(state->CurPlayer());
        const HanabiObservation observation(*state, state->CurPlayer());
        size = encoder.Encode(observation).size();
        moves += static_cast<long>(legal.size());
        state->ApplyMove(legal[random() % legal.size()]);
        if (state->IsTerminal()) state.reset(), games++;
    }
    wall = seconds(CLOCK_MONOTONIC) - wall;
    processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
    const double count = static_cast<double>(decisions);
    std::printf("decisions %ld\ngames %ld\nmoves_a_list %.1f\nobservation_bytes %zu\n", decisions, games,
                static_cast<double>(moves) / count, size);
    std::printf("wall_s %.3f\nprocessor_s %.3f\n", wall, processor);
    std::printf("decisions_a_second %.0f\ndecisions_a_processor_second %.0f\n", count / wall, count / processor);
    return 0;
}
