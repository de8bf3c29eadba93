// The engine that the page ships, behind a pipe: messages in, "<to> <message>" out, like
// `zashiki play --messages`. node.mjs ENGINE LOW HIGH: the file, and the seed's two halves.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file, low, high] = process.argv;
const { exports: engine } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
const output = () =>
  Buffer.from(new Uint8Array(engine.memory.buffer, engine.zk_output(), engine.zk_output_size())).toString('utf8');

engine.zk_start(1);
engine.zk_seed(Number(low), Number(high));
for await (const line of createInterface({ input: process.stdin })) {
  const bytes = Buffer.from(line, 'utf8');
  new Uint8Array(engine.memory.buffer, engine.zk_input(), bytes.length).set(bytes);
  engine.zk_receive(bytes.length, Date.now());
  let said = output();
  while (engine.zk_due(Date.now())) {
    engine.zk_step(Date.now());
    said += output();
  }
  process.stdout.write(said);
}
