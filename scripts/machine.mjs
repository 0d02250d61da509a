// What the console needs from the machine: an office program for ppt and pptx, fonts, ffmpeg, browsers for tests.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isExecutable, onPath, run, say, step } from './steps.mjs'

const macOffice = '/Applications/LibreOffice.app/Contents/MacOS/soffice'

const hasImpress = () => {
  const soffice = onPath('soffice', 'libreoffice')
  // A machine may have LibreOffice without its presentation module.
  return soffice
    ? existsSync(join(dirname(realpathSync(soffice)), 'libsdlo.so')) || process.platform !== 'linux'
    : isExecutable(macOffice)
}
const hasFonts = (folders, pattern) => {
  if (process.platform !== 'linux') return true // macOS and Windows have fonts for every script
  if (folders.some(folder => existsSync(`/usr/share/fonts/${folder}`))) return true
  try {
    return pattern.test(execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' }))
  } catch {
    return false
  }
}

const findChromium = () =>
  process.env.CHROMIUM_PATH ?? onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

const findShell = () => process.env.CHROMIUM_PATH ?? onPath('chromium-headless-shell', 'chrome-headless-shell')

/**
 * The browser for tests: Chromium without a window, which plays, records and shares the same as the whole browser in two
 * thirds of its processor time, or else the whole browser.
 */
export const findBrowser = () => findShell() ?? findChromium()

const canInstall = () => process.getuid?.() === 0 && Boolean(onPath('apt-get'))

const needs = {
  office: {
    has: hasImpress,
    apt: ['libreoffice-impress'],
    dnf: ['libreoffice-impress'],
    pacman: ['libreoffice-fresh'],
    zypper: ['libreoffice-impress'],
    brew: ['libreoffice'],
  },
  chinese: {
    has: () => hasFonts(['opentype/noto/NotoSansCJK-Regular.ttc'], /Noto Sans CJK|Source Han Sans/),
    apt: ['fonts-noto-cjk'],
    dnf: ['google-noto-sans-cjk-fonts'],
    pacman: ['noto-fonts-cjk'],
    zypper: ['noto-sans-cjk-fonts'],
    brew: ['font-noto-sans-cjk'],
  },
  liberation: {
    has: () => hasFonts(['truetype/liberation', 'truetype/liberation2'], /Liberation Sans/),
    apt: ['fonts-liberation2', 'fonts-liberation'],
    dnf: ['liberation-fonts'],
    pacman: ['ttf-liberation'],
    zypper: ['liberation-fonts'],
    brew: ['font-liberation'],
  },
  ffmpeg: {
    has: () => Boolean(onPath('ffmpeg')),
    apt: ['ffmpeg'],
    dnf: ['ffmpeg-free'],
    pacman: ['ffmpeg'],
    zypper: ['ffmpeg'],
    brew: ['ffmpeg'],
  },
  redis: {
    has: () => Boolean(onPath('redis-server')),
    apt: ['redis-server'],
    dnf: ['redis'],
    pacman: ['redis'],
    zypper: ['redis'],
    brew: ['redis'],
  },
  // pdftoppm, the yardstick of a benchmark
  poppler: {
    has: () => Boolean(onPath('pdftoppm')),
    apt: ['poppler-utils'],
    dnf: ['poppler-utils'],
    pacman: ['poppler'],
    zypper: ['poppler-tools'],
    brew: ['poppler'],
  },
  // Only for the comparison benchmark and for setting a clock wrong: on systems without them, that part is left out.
  nats: { has: () => Boolean(onPath('nats-server')) || !onPath('apt-get'), apt: ['nats-server'] },
  faketime: { has: () => Boolean(onPath('faketime')) || !onPath('apt-get'), apt: ['faketime'] },
  // the whole browser, for benchmarks
  browser: {
    has: () => Boolean(findChromium()),
    apt: ['chromium'],
    dnf: ['chromium'],
    pacman: ['chromium'],
    zypper: ['chromium'],
    brew: ['chromium'],
  },
  shell: {
    // the whole browser will do: it is only slower
    has: () => Boolean(findBrowser()),
    apt: ['chromium-headless-shell', 'chromium'],
    dnf: ['chromium'],
    pacman: ['chromium'],
    zypper: ['chromium'],
    brew: ['chromium'],
  },
}

const managers = [
  ['apt', 'apt-get', 'sudo apt-get install -y --no-install-recommends'],
  ['dnf', 'dnf', 'sudo dnf install -y'],
  ['pacman', 'pacman', 'sudo pacman -S --needed'],
  ['zypper', 'zypper', 'sudo zypper install -y'],
  ['brew', 'brew', 'brew install'],
]

/**
 * Installs what is missing by apt when root on Debian or Ubuntu; elsewhere prints the one command that does it, and
 * continues: the console starts without, and says which functions are unavailable.
 */
export async function prepareMachine(...names) {
  const missing = names.filter(name => !needs[name].has())
  if (missing.length === 0) return
  if (canInstall()) {
    const packages = missing.flatMap(name => needs[name].apt.find(isOffered) ?? needs[name].apt[0])
    try {
      await step(`installing ${packages.join(', ')} (a minute or two)`, () => aptInstall(missing))
      return
    } catch (error) {
      say(indent(error.message))
    }
  }
  const [key, , command] = managers.find(([, program]) => onPath(program)) ?? []
  const list = key ? missing.map(name => needs[name][key][0]).join(' ') : ''
  say(`  !  missing on this machine: ${missing.flatMap(name => needs[name].apt[0]).join(', ')}`)
  if (key) say(`     install with: ${command} ${list}`)
}

/**
 * Installs Chromium without a window beside the whole one, where that is one command. By itself, and without a word when
 * it fails: what the console needs must not depend on it.
 */
export async function preferShell() {
  if (findShell() || isUbuntu() || !canInstall() || !isOffered('chromium-headless-shell')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-y', '-q', '--no-install-recommends', '--no-remove']
  await run('apt-get', ['install', ...options, 'chromium-headless-shell'], { env }).catch(() => {})
}

const isOffered = name => {
  try {
    return /Candidate: \d/.test(execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' }))
  } catch {
    return false
  }
}

async function aptInstall(missing) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env }) // a fresh machine's package list is empty or old
  const packages = missing.map(name => needs[name].apt.find(isOffered) ?? needs[name].apt[0])
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env })
}

const indent = text => text.replace(/^/gm, '     ')

/** On Ubuntu the package chromium only installs a snap, which cannot run in containers. */
export const isUbuntu = () =>
  existsSync('/etc/os-release') && /^ID=ubuntu/m.test(readFileSync('/etc/os-release', 'utf8'))
