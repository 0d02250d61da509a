/** What a User-Agent header says of a device; names as their makers write them, empty when it does not say. */
export interface Device {
  readonly browser: string
  readonly system: string
  readonly device: 'computer' | 'phone' | 'tablet' | 'program'
}

// Every browser claims to be those before it, so the newest names come first.
const browsers = [
  ['Edg', 'Edge'],
  ['EdgiOS', 'Edge'],
  ['EdgA', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['MicroMessenger', 'WeChat'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  [/iPhone|iPod/, 'iOS'],
  [/iPad/, 'iPadOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const

/** Names a device so that its owner knows it again; good enough to tell them apart, and nothing depends on it. */
export function describeAgent(agent: string): Device {
  const browser = browsers.find(([sign]) => agent.includes(`${sign}/`))?.[1] ?? ''
  const system = systems.find(([sign]) => sign.test(agent))?.[1] ?? ''
  if (!browser && !system) return { browser: /^[\w.-]{1,40}/.exec(agent)?.[0] ?? '', system, device: 'program' }
  const isTablet = /iPad|Tablet/.test(agent) || (system === 'Android' && !agent.includes('Mobile'))
  const device = isTablet ? 'tablet' : /Mobi|iPhone|Android/.test(agent) ? 'phone' : 'computer'
  return { browser, system, device }
}
