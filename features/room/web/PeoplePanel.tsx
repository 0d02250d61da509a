import { IconBrandLinkedin, IconMessage, IconMessageOff, IconUserMinus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChatMute, isMuted } from '#features/chat/apply.ts'
import type { PitchPart } from '#features/pitch/rules.ts'
import type { Person } from '#features/room/contract.ts'
import { moderates } from '#features/room/rules.ts'
import { PersonCard } from './PersonCard.tsx'
import { linkedinOf, tagOf, useSign } from './person.ts'
import { Button } from './pieces/Button.tsx'
import { Dialog } from './pieces/Dialog.tsx'
import { Notice } from './pieces/Notice.tsx'
import { useAct } from './pieces/useAct.ts'
import { useLoad } from './pieces/useLoad.ts'
import { roomClient } from './roomClient.ts'
import './PeoplePanel.css'

/** People on one page of the list. */
const pageSize = 25

interface Props {
  pitch: string
  me: { readonly id: string; readonly part: PitchPart } | undefined
  /** Who may not write in the chat. */
  mute: ChatMute
  /** Changes whenever somebody comes or goes. */
  changes: unknown
  /** Opens a private chat; undefined for whoever may not write. */
  onMessage: ((person: Person) => Promise<void>) | undefined
}

/** [ROOM-002, PROD-022] Who is invited and who is here, with search and paging. */
export function PeoplePanel({ pitch, me, mute, changes, onMessage }: Props) {
  const { t } = useTranslation('room')
  const client = roomClient(pitch)
  const [search, setSearch] = useState('')
  const [name, setName] = useState('')
  const [page, setPage] = useState(1)
  const [removed, setRemoved] = useState<Person>()
  const people = useLoad(`${pitch} ${name} ${page}`, () =>
    client.getRoomPeople({ pitch_uuid: pitch, page, limit: pageSize, ...(name ? { name } : {}) }),
  )
  useDelayed(search.trim(), 250, wanted => {
    setName(wanted)
    setPage(1)
  })
  useDelayed(changes, 800, people.reload)
  const readmit = useAct(async (person: Person) => {
    await client.readmitAttendee({ pitch_uuid: pitch, user_id: person.id })
    setRemoved(undefined)
    people.reload()
  })
  const [muteAsked, setMuteAsked] = useState<string | null>()
  const setMute = useAct(async (is_mute_chat: boolean, person?: Person) => {
    setMuteAsked(person?.id ?? null)
    await client.updatePitchMuteChat({ pitch_uuid: pitch, is_mute_chat, ...(person && { user_id: person.id }) })
  })
  const looksAfter = !!me && moderates(me.part)
  const { items = [], total = 0 } = people.value ?? {}
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <div className="people">
      <div className="people-search">
        <input
          className="piece-input"
          type="search"
          value={search}
          placeholder={t('people.search')}
          aria-label={t('people.search')}
          onChange={event => setSearch(event.target.value)}
        />
        <p role="status">{people.value ? t('people.count', { here: people.value.here, total }) : ''}</p>
      </div>
      {looksAfter && (
        <Button
          look="quiet"
          busy={setMute.busy && muteAsked === null}
          aria-pressed={mute.all}
          onClick={() => setMute.run(!mute.all)}
        >
          {t(mute.all ? 'people.unmuteAll' : 'people.muteAll')}
        </Button>
      )}
      {removed && (
        <p className="people-removed" role="status">
          {t('people.removed', { name: removed.name })}
          <Button look="quiet" busy={readmit.busy} onClick={() => readmit.run(removed)}>
            {t('people.readmit')}
          </Button>
        </p>
      )}
      <Notice
        failure={people.failure ?? readmit.failure ?? setMute.failure}
        retry={people.failure ? people.reload : undefined}
      />
      <ul className="people-list">
        {items.map(person => (
          <Row
            key={person.id}
            person={person}
            pitch={pitch}
            mine={person.id === me?.id}
            mayModerate={looksAfter && person.id !== me.id && person.part === 'attendee'}
            muted={person.part === 'attendee' && isMuted(mute, person.id)}
            muting={setMute.busy && muteAsked === person.id}
            onMessage={onMessage}
            onMute={isMuteChat => setMute.run(isMuteChat, person)}
            onRemoved={() => {
              setRemoved(person)
              people.reload()
            }}
          />
        ))}
      </ul>
      {people.value && items.length === 0 && (
        <p className="people-none">{t(name ? 'people.noMatch' : 'people.none')}</p>
      )}
      {pages > 1 && <Paging page={page} pages={pages} onPage={setPage} />}
    </div>
  )
}

interface RowProps {
  person: Person
  pitch: string
  mine: boolean
  mayModerate: boolean
  muted: boolean
  muting: boolean
  onMessage: ((person: Person) => Promise<void>) | undefined
  onMute: (isMuteChat: boolean) => void
  onRemoved: () => void
}

/** [ROOM-018, ROOM-019, ROOM-020, ROOM-021, ROOM-022, RULE-105] Somebody, what they are here, and what may be done. */
function Row({ person, pitch, mine, mayModerate, muted, muting, onMessage, onMute, onRemoved }: RowProps) {
  const { t } = useTranslation('room')
  const [asks, setAsks] = useState(false)
  const [card, setCard] = useState(false)
  const remove = useAct(() => roomClient(pitch).removeAttendee({ pitch_uuid: pitch, user_id: person.id }))
  const sign = useSign(person)
  const tag = tagOf(person.part)
  const linkedin = linkedinOf(person)
  return (
    <li className={person.line ? 'person here' : 'person'}>
      <span className="person-presence" title={t(person.line ? 'people.here' : 'people.away')}>
        <span className="unseen">{t(person.line ? 'people.here' : 'people.away')}</span>
      </span>
      <div className="person-words">
        <p>
          <button type="button" className="person-name" aria-haspopup="dialog" onClick={() => setCard(true)}>
            {person.name}
          </button>
          {mine && <span className="person-tag quiet">{t('people.me')}</span>}
          {tag && <span className="person-tag">{t(`people.tag.${tag}`)}</span>}
          {muted && <span className="person-tag quiet">{t('people.muted')}</span>}
        </p>
        {sign && <p className="person-sign">{sign}</p>}
      </div>
      {linkedin && (
        <a
          className="piece-icon-button"
          href={linkedin}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('people.linkedin', { name: person.name })}
        >
          <IconBrandLinkedin size={18} aria-hidden />
        </a>
      )}
      {mayModerate && (
        <button
          type="button"
          className="piece-icon-button"
          title={t(muted ? 'people.unmute' : 'people.mute', { name: person.name })}
          aria-label={t(muted ? 'people.unmute' : 'people.mute', { name: person.name })}
          disabled={muting}
          onClick={() => onMute(!muted)}
        >
          {muted ? <IconMessage size={18} aria-hidden /> : <IconMessageOff size={18} aria-hidden />}
        </button>
      )}
      {mayModerate && (
        <button
          type="button"
          className="piece-icon-button"
          title={t('people.remove', { name: person.name })}
          aria-label={t('people.remove', { name: person.name })}
          onClick={() => setAsks(true)}
        >
          <IconUserMinus size={18} aria-hidden />
        </button>
      )}
      {card && <PersonCard person={person} onMessage={mine ? undefined : onMessage} onClose={() => setCard(false)} />}
      {asks && (
        <Dialog
          title={t('people.removeTitle', { name: person.name })}
          onClose={() => setAsks(false)}
          acts={
            <>
              <Button look="quiet" onClick={() => setAsks(false)}>
                {t('people.keep')}
              </Button>
              <Button
                look="danger"
                busy={remove.busy}
                onClick={async () => {
                  if (!(await remove.run())) return
                  setAsks(false)
                  onRemoved()
                }}
              >
                {t('people.removeNow')}
              </Button>
            </>
          }
        >
          <p>{t('people.removeText', { name: person.name })}</p>
          <Notice failure={remove.failure} />
        </Dialog>
      )}
    </li>
  )
}

function Paging({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('common')
  return (
    <nav className="people-paging" aria-label={t('list.paging')}>
      <Button look="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={t('list.previous')}>
        ‹
      </Button>
      <span className="tabular">{t('list.page', { page, pages })}</span>
      <Button look="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)} aria-label={t('list.next')}>
        ›
      </Button>
    </nav>
  )
}

/** Does something with a value that changed, once it has stayed the same for a while. */
function useDelayed<T>(value: T, pause: number, act: (value: T) => void): void {
  const done = useRef(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the act is the newest one whenever the value changes
  useEffect(() => {
    if (value === done.current) return
    const timer = setTimeout(() => {
      done.current = value
      act(value)
    }, pause)
    return () => clearTimeout(timer)
  }, [value])
}
