import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#contract/names.ts'
import type { Invitees, SourcedEntry } from './invitees.ts'

/** How many entries of a long list are shown; all are counted. */
const SHOWN = 100

interface Props {
  invitees: Invitees
  leaveOut: (email: string) => void
}

/** The people of a contact list, and its wrong lines with the reason. */
export function InviteePreview({ invitees, leaveOut }: Props) {
  const { t } = useTranslation('invite')
  const { people, wrong, doubles } = invitees
  return (
    <div className="invitee-preview" data-empty={people.length + wrong.length === 0 || undefined}>
      <div role="status" className="invitee-counts">
        {people.length > 0 && (
          <span className="invitee-good">
            <IconCircleCheck size={18} aria-hidden /> {t('preview.people', { count: people.length })}
          </span>
        )}
        {wrong.length > 0 && (
          <span className="invitee-wrong">
            <IconAlertTriangle size={18} aria-hidden /> {t('preview.wrong', { count: wrong.length })}
          </span>
        )}
        {doubles.length > 0 && (
          <span className="invitee-wrong">
            <IconAlertTriangle size={18} aria-hidden /> {t('preview.doubles', { count: doubles.length })}
          </span>
        )}
      </div>
      {doubles.length > 0 && (
        <ul className="invitee-people" aria-label={t('preview.doublesList')}>
          <Parted list={doubles}>
            {({ email, other }) => (
              <li key={email}>
                <span className="invitee-text">{email}</span>
                <span className="invitee-name">{t('preview.double', { other })}</span>
                <LeaveOut email={email} leaveOut={leaveOut} />
              </li>
            )}
          </Parted>
        </ul>
      )}
      {wrong.length > 0 && (
        <ul className="invitee-lines" aria-label={t('preview.wrongList')}>
          <Parted list={wrong}>
            {(entry, index) => (
              <li key={`${index}`}>
                <span className="invitee-line tabular">
                  {entry.file === undefined
                    ? t('preview.line', { line: entry.line })
                    : t('preview.fileLine', { file: entry.file, line: entry.line })}
                </span>
                <span className="invitee-text">{shown(entry)}</span>
                <span className="invitee-reason">{t(`problem.${entry.problem}`)}</span>
              </li>
            )}
          </Parted>
        </ul>
      )}
      {people.length > 0 && (
        <ul className="invitee-people" aria-label={t('preview.peopleList')}>
          <Parted list={people}>
            {person => (
              <li key={person.email}>
                <span className="invitee-text">{person.email}</span>
                <span className="invitee-name">{fullName(person)}</span>
                <LeaveOut email={person.email} leaveOut={leaveOut} />
              </li>
            )}
          </Parted>
        </ul>
      )}
    </div>
  )
}

function LeaveOut({ email, leaveOut }: { email: string; leaveOut: Props['leaveOut'] }) {
  const { t } = useTranslation('invite')
  const label = t('preview.leaveOut', { email })
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={() => leaveOut(email)}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

const shown = ({ email, firstname, lastname }: SourcedEntry) => [email, firstname, lastname].filter(Boolean).join(' ')

/** The first entries of a list, and a button that shows the rest. */
function Parted<T>({ list, children }: { list: readonly T[]; children: (item: T, index: number) => React.ReactNode }) {
  const { t } = useTranslation('invite')
  const [all, setAll] = useState(false)
  const hidden = list.length - SHOWN
  return (
    <>
      {(all ? list : list.slice(0, SHOWN)).map(children)}
      {!all && hidden > 0 && (
        <li>
          <Text component="button" type="button" className="invitee-more" onClick={() => setAll(true)}>
            {t('preview.more', { count: hidden })}
          </Text>
        </li>
      )}
    </>
  )
}
