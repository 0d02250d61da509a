import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, step } from './steps.mjs'

/** Node 24 from its npm package, or the Node that runs this if it is new enough. */
export function serverNode() {
  const packaged = join(root, 'node_modules/.bin/node')
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(`There is no Node 24 package for ${process.platform}-${process.arch}: install Node 24 and try again.`)
}

/** Installs the packages in package-lock.json, unless exactly these are installed. */
export async function installPackages() {
  if (isInstalled()) return
  await step('installing packages and Node 24 (about half a minute)', () => {
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
    // NODE_ENV=production in a user's shell must not leave out the packages that build the web app.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false']
    return run(npm[0], [...npm.slice(1), ...args])
  })
}

// npm writes this file last, so an interrupted installation is recognised.
function isInstalled() {
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return (
    Object.entries(found).every(([path, entry]) => wanted[path]?.version === entry.version) &&
    Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || entry.devOptional || found[path])
  )
}
