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
import { LinkPage, NotesScreen, OverPage, RehearsalOver, Rehearsed } from './lazyParts.tsx'
import { Opening } from './Opening.tsx'
import { RoomScreen } from './RoomScreen.tsx'

/** The live room, the same for presenters and attendees. */
export function LiveRoom() {
  const { pitchUUID = '' } = useParams()
  return <OneRoom key={pitchUUID} pitch={pitchUUID} />
}

function OneRoom({ pitch }: { pitch: string }) {
  // loads the texts of all panels at once, so that a panel that opens later does not wait for them
  const { t } = useTranslation(['room', 'video', 'chat', 'attend', 'stage', 'common'])
  const { now, connection } = useRoom(pitch, connectionTo)
  const [search] = useSearchParams()
  const [before] = useState(() => knownOf(pitch))
  const info = usePatientLoad(pitch, () => loadJoinInfo(pitch))
  // gives the page until the room's snapshot arrives, so that the slide does not wait for the socket
  const first = usePatientLoad(pitch, () => askStatus(pitch))
  const { room } = now.feed.view
  // only a reader who was there at the end is led on to the results
  const sawLive = useRef(false)
  const lastPage = useRef(1)
  const { deck, failure, reload } = useDeck(pitch, {
    connection,
    link: now.link,
    room: now.feed.seq === undefined ? undefined : room,
  })
  const rehearsed = (info.value ?? before?.info)?.rehearsal_of
  const title = info.value?.presentation_name
  usePageTitle(title && rehearsed ? t('common:pair', { label: t('room:bar.rehearsal'), value: title }) : title)
  useWatching()

  // an ended rehearsal is over for all who were in it
  if (
    rehearsed &&
    (now.refusal === 'PitchNotFound' || (now.feed.seq === undefined ? (first.value?.status ?? 0) : room.status) > 2)
  )
    return <RehearsalOver pitch={rehearsed} />
  if (now.refusal) return <LinkPage failure={new CallFailed(now.refusal)} pitch={pitch} />
  const known = now.feed.seq !== undefined
  const person = info.value ?? before?.info
  // an unavailable server is no refusal, and a known attendee joins by the socket
  const refused = [info.failure, !known && first.failure].find(failure => failure && !isPassing(failure))
  if (refused) return <LinkPage failure={refused} pitch={pitch} />
  const status = known ? room.status : (first.value?.status ?? (before?.info.status === 2 ? 2 : undefined))
  if (!person || status === undefined) return <Opening />
  if ((known ? room.status : first.value?.status) === 2) sawLive.current = true
  const part = partInRoom(now.me?.part ?? person.part, now.me !== undefined && room.host === now.me.id)
  // [PERM-042] everyone sees the leading presenter's name
  const here = { ...person, part, ...(room.leader && { presenter_name: room.leader.name }) }
  const wantedPage = known ? now.turning.shown.page : (first.value?.current_page ?? before?.page ?? 1)
  // the old page stays until the pages of other slides have arrived
  if (!known || !deck || deck.deck === room.deck.number) lastPage.current = wantedPage
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
