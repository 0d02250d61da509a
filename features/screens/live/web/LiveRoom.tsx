import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { useWatching } from '#features/access/session/web/useWatching.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { waitAddress } from '#features/core/pitch/web/addresses.ts'
import { useDeck } from '#features/room/deck/web/useDeck.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import { RoomProvider } from '#features/room/room/web/inRoom.tsx'
import { knownOf, loadJoinInfo } from '#features/room/room/web/joinInfo.ts'
import { usePageTitle } from '#features/room/room/web/usePageTitle.ts'
import { useRoom } from '#features/room/room/web/useRoom.ts'
import { askStatus } from '#features/room/slides/web/askStatus.ts'
import { isPassing, usePatientLoad } from '#web/light/useLoad.ts'
import { connectionTo } from './connection.ts'
import { LinkPage, NotesScreen, OverPage, RehearsalOver, Rehearsed } from './later.tsx'
import { Opening } from './Opening.tsx'
import { RoomScreen } from './RoomScreen.tsx'

/** The live room, one for those who present and those who attend. */
export function LiveRoom() {
  const { pitchUUID = '' } = useParams()
  return <OneRoom key={pitchUUID} pitch={pitchUUID} />
}

function OneRoom({ pitch }: { pitch: string }) {
  // all that the room may say, at once: a panel that opens later must not wait for its words
  const { t } = useTranslation(['room', 'video', 'chat', 'attend', 'stage'])
  const { now, connection } = useRoom(pitch, connectionTo)
  const [search] = useSearchParams()
  const [before] = useState(() => knownOf(pitch))
  const info = usePatientLoad(pitch, () => loadJoinInfo(pitch))
  // the slide does not wait for the socket: this says the page until the room's own snapshot does
  const first = usePatientLoad(pitch, () => askStatus(pitch))
  const { room } = now.feed.view
  // only an end that one has lived through leads on by itself
  const sawLive = useRef(false)
  const lastPage = useRef(1)
  const { deck, failure, reload } = useDeck(pitch, {
    connection,
    link: now.link,
    room: now.feed.seq === undefined ? undefined : room,
  })
  const rehearsed = (info.value ?? before?.info)?.rehearsal_of
  const title = info.value?.presentation_name
  usePageTitle(title && rehearsed ? `${t('room:bar.rehearsal')}: ${title}` : title)
  useWatching()

  // a rehearsal that is gone is over for whoever was in it
  if (
    rehearsed &&
    (now.refusal === 'PitchNotFound' || (now.feed.seq === undefined ? (first.value?.status ?? 0) : room.status) > 2)
  )
    return <RehearsalOver pitch={rehearsed} />
  if (now.refusal) return <LinkPage failure={new CallFailed(now.refusal)} pitch={pitch} />
  const known = now.feed.seq !== undefined
  const person = info.value ?? before?.info
  // a server that is away for a moment has refused nobody, and who is known already goes in by the socket
  const refused = [info.failure, !known && first.failure].find(failure => failure && !isPassing(failure))
  if (refused) return <LinkPage failure={refused} pitch={pitch} />
  const status = known ? room.status : (first.value?.status ?? (before?.info.status === 2 ? 2 : undefined))
  if (!person || status === undefined) return <Opening />
  if ((known ? room.status : first.value?.status) === 2) sawLive.current = true
  const part = partInRoom(now.me?.part ?? person.part, now.me !== undefined && room.host === now.me.id)
  // [PERM-042] whoever leads it now is who presents, to everybody
  const here = { ...person, part, ...(room.leader && { presenter_name: room.leader.name }) }
  const asked = known ? now.turning.shown.page : (first.value?.current_page ?? before?.page ?? 1)
  // other slides come with their pages: until those are here, the page before stays
  if (!known || !deck || deck.deck === room.deck.number) lastPage.current = asked
  const page = lastPage.current
  const inRoom = (view: ReactNode) => {
    const room = <RoomProvider {...{ pitch, now, connection, status, info: here }}>{view}</RoomProvider>
    return rehearsed ? <Rehearsed acts={person}>{room}</Rehearsed> : room
  }
  if (search.get('view') === 'notes' && presents(part)) return inRoom(<NotesScreen {...{ connection, page, deck }} />)
  if (status > 2) return <OverPage pitch={pitch} info={here} endedHere={sawLive.current} />
  if (status === 0 && part === 'attendee') return <Navigate replace to={waitAddress(pitch)} />
  return inRoom(
    <RoomScreen
      {...{ connection, page, deck }}
      slideSeen={before?.page !== undefined}
      deckFailure={failure}
      onDeck={reload}
    />,
  )
}
