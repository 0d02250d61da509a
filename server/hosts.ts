import type { Settings } from './settings.ts'

type HostSettings = Pick<Settings, 'allowedHosts' | 'publicUrl'>

/** [NAV-037, NAV-039] Whether the console answers to a host; a port does not matter, and localhost is always ours. */
export function isAllowedHost(settings: HostSettings, host: string): boolean {
  const name = hostName(host)
  return name === 'localhost' || name === new URL(settings.publicUrl).hostname || settings.allowedHosts.includes(name)
}

/** A host without its port, in lower case. */
export const hostName = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '')
