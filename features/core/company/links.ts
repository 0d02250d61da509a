import { parse } from 'tldts'

interface Address {
  readonly scheme: string
  readonly host: string
  /** With its colon, or empty. */
  readonly port: string
  readonly path: string
  /** Query and fragment. */
  readonly rest: string
}

/** The parts of a web address; `acme.com` is one too. Undefined for one with a name and a password, and for no address. */
function addressOf(typed: string): Address | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)
  const whole = hasScheme ? typed : `https://${typed}`
  const parts = /^([a-z]+):\/\/([^/?#@:[\]]+)(:\d{1,5})?(\/[^?#]*)?([?#].*)?$/i.exec(whole)
  if (!parts || /[\s\\<>"^`{|}]/.test(typed)) return undefined
  const [, scheme = '', host = '', port = '', path = '', rest = ''] = parts
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port, path, rest }
}

/** [RULE-026] The schemes of a website. */
const schemes = ['http', 'https', 'ftp']
const ipv4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/

/**
 * [RULE-072, RULE-026, RULE-027, RULE-028] The address of a website, with its scheme: a host name of a known top-level
 * domain or a two-letter country code, or an IPv4 address. Undefined for anything else; empty stays empty.
 */
export function websiteOf(typed: string): string | undefined {
  if (!typed) return ''
  const address = addressOf(typed)
  if (!address || !schemes.includes(address.scheme) || Number(address.port.slice(1)) > 65_535) return undefined
  const { scheme, host, port, path, rest } = address
  const { hostname, isIp, isIcann, domain } = parse(host, { allowPrivateDomains: false })
  const isName = !isIp && hostname === host && domain !== null && (isIcann || /[^.\d]\.[a-z]{2}$/.test(host))
  return ipv4.test(host) || isName ? `${scheme}://${host}${port}${path === '/' && !rest ? '' : path}${rest}` : undefined
}

/** The companies' profiles elsewhere: the hosts of each network, and the paths of its profiles. */
const networks = {
  twitter: { hosts: /^((www|mobile)\.)?(twitter|x)\.com$/, path: /^\/\w{1,15}$/ },
  linkedin: { hosts: /^([a-z]{2,3}\.)?linkedin\.(com|cn)$/, path: /^\/(company|school|showcase|in)\/[^/]{2,200}$/ },
  facebook: {
    hosts: /^((www|m|[a-z]{2}-[a-z]{2})\.)?(facebook|fb)\.com$/,
    path: /^\/(profile\.php|(pages\/|people\/|p\/)?[^/]+(\/\d+)?)$/,
  },
  instagram: { hosts: /^(www\.)?instagram\.com$/, path: /^\/[\w.]{1,30}$/ },
  youtube: { hosts: /^((www|m)\.)?youtube\.com$/, path: /^\/(@[^/]{3,100}|(channel|c|user)\/[^/]{1,100})$/ },
} as const
export type Network = keyof typeof networks
export const socialNetworks = Object.keys(networks) as Network[]

/**
 * [RULE-073] The address of a profile at one of the networks, by https and without what only tracks a visitor. Undefined
 * for another host or no profile; empty stays empty.
 */
export function profileOf(network: Network, typed: string): string | undefined {
  if (!typed) return ''
  const address = addressOf(typed)
  if (!address || !/^https?$/.test(address.scheme) || address.port) return undefined
  const { hosts, path } = networks[network]
  const place = address.path.replace(/\/{1,5}$/, '')
  if (!hosts.test(address.host) || !path.test(place)) return undefined
  const isNumbered = network === 'facebook' && place === '/profile.php'
  const [, id] = /[?&]id=(\d+)/.exec(address.rest) ?? []
  if (isNumbered && !id) return undefined
  return `https://${address.host}${place}${isNumbered ? `?id=${id}` : ''}`
}
