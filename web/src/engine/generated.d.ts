// Made by scripts/build-wasm.mjs, and absent from a fresh checkout.

declare module '#generated/wasm_exec.js' {
  global {
    class Go {
      argv: string[]
      env: Record<string, string>
      importObject: WebAssembly.Imports
      exit: (code: number) => void
      run(instance: WebAssembly.Instance): Promise<void>
    }
    var matewright: import('./border.js').Engine
  }
}

declare module '#generated/matewright-check.wasm.zst?url' {
  const url: string
  export default url
}

declare module '#generated/matewright.wasm.zst?url' {
  const url: string
  export default url
}
