// Runs the test files that are named, one after the other, in this process.
for (const name of process.argv.slice(2)) {
  globalThis.testFile = name.split('.')[0];
  await import(`./${name}`);
}
