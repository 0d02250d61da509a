import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guestName } from '#features/core/account/veil.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { Person } from '#features/room/guest/contract.ts'
import { GuestSwitch } from '#features/room/guest/web/GuestSwitch.tsx'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Hands } from '#features/room/stage/web/Hands.tsx'
import { isMuted } from '#features/talk/chat/apply.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useDelayed } from '#web/light/useDelayed.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { PeopleList } from './people/PeopleList.tsx'
import { PersonCard } from './people/PersonCard.tsx'
import { PersonRow } from './people/PersonRow.tsx'
import { RemoveDialog } from './people/RemoveDialog.tsx'
import { usePeoplePages } from './people/usePeoplePages.ts'
import './people.css'

/** People on stage whom a section of their own shows at most. */
const MOST_ON_STAGE = 50
/** Milliseconds of a pause in typing, and in coming and going, before the list is loaded again. */
const WAIT = { typing: { pause: 120 }, changes: { pause: 800, most: 3000 } }

interface Props {
  /** Opens a private chat; undefined if the reader is muted. */
  onMessage: ((person: Person) => Promise<void>) | undefined
}

/** The people on stage and all others, filtered by name, and loaded again when people come or go. */
function usePeople() {
  const { pitch, client, now, room } = useInRoom()
  const { presenters } = now
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [name, setName] = useState('')
  const stageIds = [...new Set([...presenters, ...room.stage.granted.map(({ account }) => account)])]
    .slice(0, MOST_ON_STAGE)
    .sort()
  // a search finds people on stage among all others
  const apart = name ? [] : stageIds
  const staged = useLoad(`${pitch} ${apart.join()} ${room.guests.on}`, async () =>
    apart.length > 0
      ? client.getRoomPeople({ pitch_uuid: pitch, page: 1, limit: MOST_ON_STAGE, only: apart })
      : { items: [], total: 0, here: 0 },
  )
  const pages = usePeoplePages(`${pitch} ${name} ${apart.join()} ${room.guests.on}`, (page, limit) =>
    client.getRoomPeople({
      ...{ pitch_uuid: pitch, page, limit },
      ...(name ? { name } : {}),
      ...(apart.length > 0 ? { without: apart } : {}),
    }),
  )
  const reload = () => {
    pages.reload()
    staged.reload()
  }
  useDelayed(search.trim(), WAIT.typing, wanted => {
    setName(wanted)
    scroller.current?.scrollTo({ top: 0 })
  })
  /** Changes whenever people come or go. */
  const changes = `${now.here} ${presenters.join()}`
  useDelayed(changes, WAIT.changes, reload)
  return {
    ...{ scroller, search, setSearch, name, pages, changes, reload },
    onStage: name ? [] : (staged.value?.items ?? []),
    failure: pages.failure ?? staged.failure,
  }
}
type People = ReturnType<typeof usePeople>

/** Mutes, removes and readmits attendees. `muteTarget`: the account being muted; null for all attendees. */
function useModeration(reload: () => void) {
  const { pitch, client } = useInRoom()
  const [removing, setRemoving] = useState<Person>()
  const [removed, setRemoved] = useState<Person>()
  const [muteTarget, setMuteTarget] = useState<string | null>()
  const readmit = useAct(async (person: Person) => {
    await client.readmitAttendee({ pitch_uuid: pitch, user_id: person.id })
    setRemoved(undefined)
    reload()
  })
  const setMute = useAct(async (is_mute_chat: boolean, person?: Person) => {
    setMuteTarget(person?.id ?? null)
    await client.updatePitchMuteChat({ pitch_uuid: pitch, is_mute_chat, ...(person && { user_id: person.id }) })
  })
  const noteRemoved = (person: Person) => {
    setRemoved(person)
    reload()
  }
  return { removing, setRemoving, removed, noteRemoved, readmit, setMute, muteTarget }
}
type Moderation = ReturnType<typeof useModeration>

/** [ROOM-002, PROD-022] The people of a pitch: on stage, with a raised hand, present and invited, with search. */
export function PeoplePanel({ onMessage }: Props) {
  const { t } = useTranslation('room')
  const { pitch, now, room } = useInRoom()
  const { me } = now
  const { mute, stage, host, guests } = room
  const people = usePeople()
  const { pages, onStage, name, reload } = people
  const [card, setCard] = useState<Person>()
  const moderation = useModeration(reload)
  const { setMute, muteTarget, removing, removed } = moderation
  const looksAfter = !!me && moderates(me.part)
  const row = (person: Person) => (
    <PersonRow
      person={person}
      host={host}
      mine={person.id === me?.id}
      mayModerate={looksAfter && person.id !== me.id && person.part === 'attendee' && !person.removed}
      muted={person.part === 'attendee' && isMuted(mute, person.id)}
      muting={setMute.busy && muteTarget === person.id}
      onCard={() => setCard(person)}
      onMute={isMuteChat => setMute.run(isMuteChat, person)}
      onRemove={() => moderation.setRemoving(person)}
    />
  )
  return (
    <div className="people" ref={people.scroller}>
      <Search {...people} />
      {guests.on && me?.part === 'attendee' && (
        <p className="people-guest">{t('guests.you', { name: t('people.guest', { number: guestName(me.id) }) })}</p>
      )}
      {looksAfter && <MuteAll {...moderation} />}
      {removed && <Removed person={removed} moderation={moderation} />}
      <Notice
        failure={people.failure ?? moderation.readmit.failure ?? setMute.failure}
        retry={people.failure ? reload : undefined}
      />
      {looksAfter && <Hands {...{ pitch, stage }} changes={people.changes} guests={guests.on} />}
      {onStage.length > 0 && <OnStage people={onStage} row={row} />}
      <section className="people-section">
        <h3 id="people-others">{t(name ? 'people.found' : 'people.others')}</h3>
        {pages.total === 0 && <p className="people-none">{t(name ? 'people.noMatch' : 'people.none')}</p>}
        <PeopleList pages={pages} labelledBy="people-others" scroller={people.scroller} row={row} />
      </section>
      {card && (
        <PersonCard
          person={card}
          host={host}
          onMessage={card.id === me?.id ? undefined : onMessage}
          onClose={() => setCard(undefined)}
        />
      )}
      {removing && (
        <RemoveDialog
          pitch={pitch}
          person={removing}
          onClose={() => moderation.setRemoving(undefined)}
          onRemoved={() => moderation.noteRemoved(removing)}
        />
      )}
    </div>
  )
}

/** The search field, and how many people there are or were found. */
function Search({ search, setSearch, name, pages, onStage }: People) {
  const { t } = useTranslation('room')
  const { total, here } = pages
  const found = () => t('people.foundCount', { count: total ?? 0 })
  const all = () => t('people.count', { here, total: (total ?? 0) + onStage.length })
  return (
    <div className="people-search">
      <input
        className="piece-input"
        type="search"
        value={search}
        placeholder={t('people.search')}
        aria-label={t('people.search')}
        onChange={event => setSearch(event.target.value)}
      />
      <p role="status">{total === undefined ? '' : name ? found() : all()}</p>
    </div>
  )
}

/** Mutes all attendees, and switches guest mode for the pitch's managers. */
function MuteAll({ setMute, muteTarget }: Moderation) {
  const { t } = useTranslation('room')
  const { pitch, now, room } = useInRoom()
  const { mute, guests } = room
  return (
    <div className="people-acts">
      <Button
        look="quiet"
        busy={setMute.busy && muteTarget === null}
        aria-pressed={mute.all}
        onClick={() => setMute.run(!mute.all)}
      >
        {t(mute.all ? 'people.unmuteAll' : 'people.muteAll')}
      </Button>
      {now.me && manages(now.me.part) && <GuestSwitch pitch={pitch} on={guests.on} />}
    </div>
  )
}

/** The attendee who was just removed, with a button that readmits them. */
function Removed({ person, moderation: { readmit } }: { person: Person; moderation: Moderation }) {
  const { t } = useTranslation('room')
  const shownName = useShownName()
  return (
    <p className="people-removed" role="status">
      {t('people.removed', { name: shownName(person.name) })}
      <Button look="quiet" busy={readmit.busy} onClick={() => readmit.run(person)}>
        {t('people.readmit')}
      </Button>
    </p>
  )
}

function OnStage({ people, row }: { people: readonly Person[]; row: (person: Person) => ReactNode }) {
  const { t } = useTranslation('room')
  return (
    <section className="people-section">
      <h3 id="people-stage">{t('onStage')}</h3>
      <ul className="people-staged" aria-labelledby="people-stage">
        {people.map(person => (
          <li key={person.id}>{row(person)}</li>
        ))}
      </ul>
    </section>
  )
}
