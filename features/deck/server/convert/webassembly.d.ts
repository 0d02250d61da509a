/** What we use of WebAssembly: Node has it, its types leave it to the browser's. */
declare global {
  namespace WebAssembly {
    type Imports = Record<string, Record<string, unknown>>
    interface Table {
      set(index: number, value: unknown): void
    }
    class Module {
      constructor(code: Uint8Array)
    }
    class Instance {
      readonly exports: Record<string, unknown>
      constructor(module: Module, imports?: Imports)
    }
  }
}

export {}
