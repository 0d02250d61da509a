import { deviceZone } from '#contract/times.ts'
import { waitAddress } from '#features/core/pitch/web/addresses.ts'
import { askDeck } from '#features/room/deck/web/askDeck.ts'
import { prepare } from '#features/room/room/web/pictures.ts'
import { askInfo, askMe, roomClient } from '#features/room/room/web/roomClient.ts'
import { askStatus } from '#features/room/slides/web/askStatus.ts'
import { readTexts, textsFirst } from '#web/i18n/files.ts'
import { storedLanguage } from '#web/i18n/language.ts'

let taken: { readonly pitch: string; readonly token: string } | undefined

/** Takes the token of the address and removes it from the address bar and the history, whatever the outcome. */
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

/** One exchange for each link, however often React renders: a link is good for one session of this browser. */
export function joinBy(pitch: string, token: string): Promise<unknown> {
  const exchange = exchanges.get(token) ?? exchangeLink(pitch, token)
  exchanges.set(token, exchange)
  // a failed exchange may be repeated, since the token is stored nowhere else
  exchange.catch(() => exchanges.delete(token))
  return exchange
}

/**
 * [NAV-029, NAV-030] Exchanges the link and loads the waiting page's data in one request; that page loads what is
 * missing.
 */
async function exchangeLink(pitch: string, access_token: string): Promise<void> {
  const [entered, checked, deck, status, info, me] = roomClient(pitch).together(
    ['exchangeJoinLink', { uuid: pitch, access_token, timezone: deviceZone() }],
    ['CheckPitchUUID', { uuid: pitch }],
    ['sgGetPitchPagesData', { pitch_uuid: pitch }],
    ['getPitchStatus', { uuid: pitch }],
    ['getJoinInfo', { uuid: pitch }],
    ['getUserInfoByToken', {}],
  )
  askDeck.given(pitch, deck)
  askStatus.given(pitch, status)
  askInfo.given(pitch, info)
  askMe.given(pitch, me)
  Promise.all([deck, status])
    .then(([{ pages }, { current_page }]) => prepare(pages.find(one => one.page === current_page)?.medium_url ?? ''))
    .catch(() => {})
  // of both failures the first one tells the reason
  checked.catch(() => {})
  await entered
  await checked
}

/** [NAV-029] Goes on to the waiting page before anything is rendered, if the link is exchanged by then. */
export function followJoin(): void {
  if (!joined) return
  taken = undefined
  history.replaceState(history.state, '', waitAddress(joined))
}
let joined: string | undefined

/**
 * Exchanges a join link before anything else of the app runs. It needs neither React nor texts, and the data of the
 * waiting page loads while the browser parses the rest.
 */
export function beginJoin(): void {
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
    // loads the page in parallel with the common parts
    import('./JoinPage.tsx').catch(() => {})
  }
  for (const namespace of textsFirst(location.pathname)) readTexts(storedLanguage(), namespace)?.catch(() => {})
}
