import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, run, step } from './steps.mjs'

/** Builds the web app if its sources differ from those of the last build. */
export async function buildWeb(node) {
  // In the build's folder, so that a build by hand, which compresses nothing, removes it.
  const stamp = join(root, 'dist/web/.sources')
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await step('building the web app', async () => {
    await run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'])
    await compressBuilt()
  })
  writeFileSync(stamp, sources)
}

/** Compressed once here, so that the server spends no time on it during a live room. */
async function compressBuilt() {
  const folder = join(root, 'dist/web/assets')
  const files = readdirSync(folder, { recursive: true }).filter(name => /\.(js|css|svg|json|wasm)$/.test(name))
  await Promise.all(
    files.map(async name => {
      const path = join(folder, name)
      const content = readFileSync(path)
      if (content.length < 1024) return
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, quality))
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

// By content, not times: a checkout of the same sources needs no new build.
function hashOfSources() {
  const hash = createHash('sha256')
  const add = file => hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
  const walk = folder => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'server') walk(path)
      } else if (!/\.(test\.tsx?|md)$/.test(entry.name)) add(path)
    }
  }
  for (const folder of ['web', 'features', 'contract']) walk(join(root, folder))
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    'scripts/budget.mjs',
    'scripts/chunks.mjs',
    'scripts/texts.mjs',
    'scripts/vision.mjs',
  ])
    add(join(root, file))
  return hash.digest('hex')
}
