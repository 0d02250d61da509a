import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = new URL('../node_modules/@mediapipe/tasks-vision/', import.meta.url).pathname
const files = ['vision_wasm_internal.js', 'vision_wasm_internal.wasm']

/**
 * Puts MediaPipe's WebAssembly beside the web app, so that browsers load it from the console. MediaPipe loads it by
 * fixed file names, so its folder has the version: files below /assets are cached for a year.
 * @param {string} address where browsers load it from, as /assets/vision-VERSION
 * @returns {import('vite').Plugin}
 */
export function vision(address) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    name: 'vision',
    buildStart() {
      if (!address.endsWith(`-${version}`)) this.error(`${address} is not the version that is installed, ${version}.`)
    },
    generateBundle() {
      for (const file of files)
        this.emitFile({
          type: 'asset',
          fileName: `${address.slice(1)}/${file}`,
          source: readFileSync(join(folder, 'wasm', file)),
        })
    },
    configureServer(server) {
      server.middlewares.use(address, (request, answer, next) => {
        const file = files.find(name => request.url === `/${name}`)
        if (!file) return next()
        answer.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'application/wasm')
        createReadStream(join(folder, 'wasm', file)).pipe(answer)
      })
    },
  }
}
