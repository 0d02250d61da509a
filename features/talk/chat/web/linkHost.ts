import { hostOf } from '#features/talk/chat/markup.ts'

/** Letters that cannot be mistaken for those of another script. */
const plain = /^[!-~\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]*$/u

/**
 * The host of a link. A host with letters that look like others, such as the Cyrillic `аррӏе.com`, or one that browsers
 * parse differently, is not plain: `host` is then the browser's reading of it.
 */
export function leadsTo(href: string): { readonly host: string; readonly isPlain: boolean } {
  const written = hostOf(href)
  const read = readByBrowser(href, written)
  if (read === undefined) return { host: written, isPlain: false }
  const isPlain = plain.test(written) && (/[^!-~]/.test(written) || read === withoutPort(written.toLowerCase(), href))
  return { host: isPlain ? written : read, isPlain }
}

function readByBrowser(href: string, written: string): string | undefined {
  const [box, domain] = written.split('@')
  const isBox = /^mailto:/i.test(href)
  const address = isBox ? `https://${domain}` : href
  if (!URL.canParse(address)) return undefined
  const { host } = new URL(address)
  return isBox ? `${box}@${host}` : host.replace(/^www\./, '')
}

/** A default port is not part of the host. */
const withoutPort = (host: string, href: string): string => host.replace(/^https:/i.test(href) ? /:443$/ : /:80$/, '')
