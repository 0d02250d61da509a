import { readTexts, textsOfAll } from '#web/i18n/files.ts'
import { storedLanguage } from '#web/i18n/language.ts'
import { waitAddress } from './addresses.ts'
import { askDeck, askInfo, askMe, askStatus } from './asked.ts'
import { prepare } from './pictures.ts'
import { roomClient } from './roomClient.ts'

// Begins with a join link before anything else of the app runs, as a script of its own (vite.config.ts): neither React nor
// texts are needed for that, and what the waiting page shows is on its way while the browser reads the rest.

let taken: { readonly pitch: string; readonly token: string } | undefined

/** The token of the address, which leaves the bar and the history at once, whatever comes of it. */
export function takeToken(pitch: string): string | undefined {
  const address = new URL(location.href)
  const token = address.searchParams.get('access_token') ?? undefined
  const early = taken?.pitch === pitch ? taken.token : undefined
  taken = undefined
  if (token === undefined) return early
  address.searchParams.delete('access_token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  return token
}

const exchanges = new Map<string, Promise<unknown>>()

/** One exchange for one link, however often React asks: the link is good for one session of this browser. */
export function joinBy(pitch: string, token: string): Promise<unknown> {
  const exchange = exchanges.get(token) ?? exchangeLink(pitch, token)
  exchanges.set(token, exchange)
  // one that failed may be tried once more: the token is nowhere else by now
  exchange.catch(() => exchanges.delete(token))
  return exchange
}

/** [NAV-029, NAV-030] */
async function exchangeLink(pitch: string, token: string): Promise<void> {
  const client = roomClient(pitch)
  await client.exchangeJoinLink({ uuid: pitch, access_token: token })
  const check = client.CheckPitchUUID({ uuid: pitch })
  askAhead(pitch)
  await check
}

/** What the waiting page shows, while the pitch is still checked; that page says itself what it could not get. */
function askAhead(pitch: string): void {
  const nothing = () => {}
  // the slide first: a browser asks one server for six things at a time
  Promise.all([askDeck.ahead(pitch), askStatus.ahead(pitch)])
    .then(([deck, { current_page }]) => prepare(deck.pages.find(one => one.page === current_page)?.medium_url ?? ''))
    .catch(nothing)
  askInfo.ahead(pitch).catch(nothing)
  askMe.ahead(pitch).catch(nothing)
}

/** [NAV-029] Goes on to the waiting page before anything is rendered, where the link was exchanged by then. */
export function followJoin(): void {
  if (!joined) return
  taken = undefined
  history.replaceState(history.state, '', waitAddress(joined))
}
let joined: string | undefined

const pitch = /^\/join-session\/([\w-]+)\/?$/.exec(location.pathname)?.[1]
const token = pitch && takeToken(pitch)
if (token) {
  taken = { pitch, token }
  joinBy(pitch, token).then(
    () => {
      joined = pitch
    },
    () => {},
  )
  // the page comes beside what every page needs, not after it
  import('./JoinPage.tsx').catch(() => {})
}
for (const namespace of [...textsOfAll, ...(token ? ['room', 'video'] : [])])
  readTexts(storedLanguage(), namespace)?.catch(() => {})
