import { useRef, useState } from 'react'
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

/** People who are on stage at most, and named apart from the others. */
const MOST_ON_STAGE = 50
/** Milliseconds that somebody pauses in typing, and in which people come and go, before the list is asked for again. */
const WAIT = { typing: { pause: 120 }, changes: { pause: 800, most: 3000 } }

interface Props {
  /** Opens a private chat; undefined for whoever may not write. */
  onMessage: ((person: Person) => Promise<void>) | undefined
}

/** [ROOM-002, PROD-022] Who is on stage, who wants to be, who is invited and who is here, with search. */
export function PeoplePanel({ onMessage }: Props) {
  const { t } = useTranslation('room')
  const { pitch, client, now, room } = useInRoom()
  const { me, presenters } = now
  const { mute, stage, host, guests } = room
  // another one whenever somebody comes or goes
  const changes = `${now.here} ${presenters.join()}`
  const shownName = useShownName()
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [name, setName] = useState('')
  const [removed, setRemoved] = useState<Person>()
  const [card, setCard] = useState<Person>()
  const [asks, setAsks] = useState<Person>()
  const [muteAsked, setMuteAsked] = useState<string | null>()

  const onStage = [...new Set([...presenters, ...stage.granted.map(({ account }) => account)])]
    .slice(0, MOST_ON_STAGE)
    .sort()
  const apart = name ? [] : onStage
  const staged = useLoad(`${pitch} ${apart.join()} ${guests.on}`, async () =>
    apart.length > 0
      ? client.getRoomPeople({ pitch_uuid: pitch, page: 1, limit: MOST_ON_STAGE, only: apart })
      : { items: [], total: 0, here: 0 },
  )
  const pages = usePeoplePages(`${pitch} ${name} ${apart.join()} ${guests.on}`, (page, limit) =>
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
  useDelayed(changes, WAIT.changes, reload)
  const readmit = useAct(async (person: Person) => {
    await client.readmitAttendee({ pitch_uuid: pitch, user_id: person.id })
    setRemoved(undefined)
    reload()
  })
  const setMute = useAct(async (is_mute_chat: boolean, person?: Person) => {
    setMuteAsked(person?.id ?? null)
    await client.updatePitchMuteChat({ pitch_uuid: pitch, is_mute_chat, ...(person && { user_id: person.id }) })
  })
  const looksAfter = !!me && moderates(me.part)
  const { total, here } = pages
  const onStageNow = name ? [] : (staged.value?.items ?? [])
  const counted =
    total === undefined
      ? ''
      : name
        ? t('people.foundCount', { count: total })
        : t('people.count', { here, total: total + onStageNow.length })
  const row = (person: Person) => (
    <PersonRow
      person={person}
      host={host}
      mine={person.id === me?.id}
      mayModerate={looksAfter && person.id !== me.id && person.part === 'attendee'}
      muted={person.part === 'attendee' && isMuted(mute, person.id)}
      muting={setMute.busy && muteAsked === person.id}
      onCard={() => setCard(person)}
      onMute={isMuteChat => setMute.run(isMuteChat, person)}
      onRemove={() => setAsks(person)}
    />
  )
  return (
    <div className="people" ref={scroller}>
      <div className="people-search">
        <input
          className="piece-input"
          type="search"
          value={search}
          placeholder={t('people.search')}
          aria-label={t('people.search')}
          onChange={event => setSearch(event.target.value)}
        />
        <p role="status">{counted}</p>
      </div>
      {guests.on && me?.part === 'attendee' && (
        <p className="people-guest">{t('guests.you', { name: t('people.guest', { number: guestName(me.id) }) })}</p>
      )}
      {looksAfter && (
        <div className="people-acts">
          <Button
            look="quiet"
            busy={setMute.busy && muteAsked === null}
            aria-pressed={mute.all}
            onClick={() => setMute.run(!mute.all)}
          >
            {t(mute.all ? 'people.unmuteAll' : 'people.muteAll')}
          </Button>
          {manages(me.part) && <GuestSwitch pitch={pitch} on={guests.on} />}
        </div>
      )}
      {removed && (
        <p className="people-removed" role="status">
          {t('people.removed', { name: shownName(removed.name) })}
          <Button look="quiet" busy={readmit.busy} onClick={() => readmit.run(removed)}>
            {t('people.readmit')}
          </Button>
        </p>
      )}
      <Notice
        failure={pages.failure ?? staged.failure ?? readmit.failure ?? setMute.failure}
        retry={(pages.failure ?? staged.failure) ? reload : undefined}
      />
      {looksAfter && <Hands {...{ pitch, stage, changes }} guests={guests.on} />}
      {onStageNow.length > 0 && (
        <section className="people-section">
          <h3 id="people-stage">{t('onStage')}</h3>
          <ul className="people-staged" aria-labelledby="people-stage">
            {onStageNow.map(person => (
              <li key={person.id}>{row(person)}</li>
            ))}
          </ul>
        </section>
      )}
      <section className="people-section">
        <h3 id="people-others">{t(name ? 'people.found' : 'people.others')}</h3>
        {total === 0 && <p className="people-none">{t(name ? 'people.noMatch' : 'people.none')}</p>}
        <PeopleList pages={pages} labelledBy="people-others" scroller={scroller} row={row} />
      </section>
      {card && (
        <PersonCard
          person={card}
          host={host}
          onMessage={card.id === me?.id ? undefined : onMessage}
          onClose={() => setCard(undefined)}
        />
      )}
      {asks && (
        <RemoveDialog
          pitch={pitch}
          person={asks}
          onClose={() => setAsks(undefined)}
          onRemoved={() => {
            setRemoved(asks)
            reload()
          }}
        />
      )}
    </div>
  )
}
