/** For `node --expose-gc --import`: SIGUSR2 frees what nothing holds any more, so that memory tells what is kept. */
process.on('SIGUSR2', () => globalThis.gc?.())
