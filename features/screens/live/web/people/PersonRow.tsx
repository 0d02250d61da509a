import { IconBrandLinkedin, IconMessage, IconMessageOff, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isGuestName } from '#features/core/account/people.ts'
import type { Person } from '#features/room/guest/contract.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Face } from '#features/talk/chat/web/Faces.tsx'
import { linkedinOf, tagOf, useSign } from './person.ts'

interface Props {
  person: Person
  /** The account of the leading presenter. */
  host: string | null
  mine: boolean
  /** The reader may mute and remove the person. */
  mayModerate: boolean
  muted: boolean
  muting: boolean
  onCard: () => void
  onMute: (isMuteChat: boolean) => void
  onRemove: () => void
}

/** [ROOM-018, ROOM-019, ROOM-020, ROOM-021, ROOM-022, RULE-105] A person with their part, presence and actions. */
export function PersonRow({ person, host, mine, mayModerate, muted, muting, onCard, onMute, onRemove }: Props) {
  const { t } = useTranslation('room')
  const sign = useSign(person)
  const name = useShownName()(person.name)
  const tag = tagOf(person, host)
  const linkedin = linkedinOf(person)
  return (
    <div className={person.line ? 'person here' : 'person'}>
      <span className="person-face">
        <Face person={person} />
        <span className="person-presence" title={t(person.line ? 'people.here' : 'people.away')}>
          <span className="unseen">{t(person.line ? 'people.here' : 'people.away')}</span>
        </span>
      </span>
      <div className="person-words">
        <p>
          <button type="button" className="person-name" aria-haspopup="dialog" onClick={onCard}>
            {name}
          </button>
          {mine && <span className="person-tag quiet">{t('people.me')}</span>}
          {tag && <span className="person-tag">{t(`people.tag.${tag}`)}</span>}
          {/* [PERM-060] readers who may see a guest's name see the guest number as well */}
          {person.guest && !isGuestName(person.name) && (
            <span className="person-tag quiet">{t('people.guest', { number: person.guest })}</span>
          )}
          <AccreditedTag person={person} />
          {person.removed && <span className="person-tag quiet">{t('people.isRemoved')}</span>}
          {muted && !person.removed && <span className="person-tag quiet">{t('people.muted')}</span>}
        </p>
        {sign && <p className="person-sign">{sign}</p>}
      </div>
      {linkedin && (
        <a
          className="piece-icon-button"
          href={linkedin}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('people.linkedin', { name })}
        >
          <IconBrandLinkedin size={18} aria-hidden />
        </a>
      )}
      {mayModerate && (
        <button
          type="button"
          className="piece-icon-button"
          title={t(muted ? 'people.unmute' : 'people.mute', { name })}
          aria-label={t(muted ? 'people.unmute' : 'people.mute', { name })}
          // not disabled, which would pass the focus of the keyboard on to Remove
          aria-disabled={muting || undefined}
          onClick={() => onMute(!muted)}
        >
          {muted ? <IconMessage size={18} aria-hidden /> : <IconMessageOff size={18} aria-hidden />}
        </button>
      )}
      {mayModerate && (
        <button
          type="button"
          className="piece-icon-button"
          title={t('people.remove', { name })}
          aria-label={t('people.remove', { name })}
          onClick={onRemove}
        >
          <IconUserMinus size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** [PERM-061] The server names the end of an accreditation to admin users alone. */
function AccreditedTag({ person: { end_date_raw: end } }: Pick<Props, 'person'>) {
  const { t } = useTranslation('room')
  return end && Date.parse(end) > Date.now() && <span className="person-tag quiet">{t('people.accredited')}</span>
}
