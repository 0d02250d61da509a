import { Anchor } from '@mantine/core'
import { IconCalendarTime, IconEye, IconPencil, IconSend, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { Time } from '#web/ui/Time.tsx'
import { type ScheduledSend, sendCalls } from '../contract.ts'
import { ChangeSend } from './ChangeSend.tsx'
import { useGoesTo } from './useGoesTo.ts'
import './ScheduledEmails.css'

/** [SCREEN-037] What goes out to whom and when, for the pitches that the person manages. */
export function ScheduledEmails() {
  const { t } = useTranslation('send')
  const goesTo = useGoesTo()
  const list = useCallList(sendCalls, 'getSchedulePitchList', { every: 30_000 })
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      filters={
        <>
          {list.choice('kind', t('column.kind'), kind => t(`kind.${kind}`))}
          {list.choice('state', t('column.state'), state => t(`state.${state}`))}
        </>
      }
      columns={[
        { key: 'name', title: t('column.pitch'), sort: 'name', width: '28%', cell: row => <PitchName send={row} /> },
        { key: 'org_name', title: t('column.organisation'), crossing: true },
        { key: 'kind', title: t('column.kind'), cell: row => t(`kind.${row.kind}`) },
        { key: 'send', title: t('column.when'), sort: 'send', cell: row => <Time at={row.sent_at ?? row.send_at} /> },
        { key: 'people', title: t('column.people'), cell: row => t('of', { of: goesTo(row.attendees, row.lists) }) },
        { key: 'state', title: t('column.state'), cell: row => <SendState send={row} /> },
        { key: 'start', title: t('column.start'), sort: 'start', cell: row => <Time at={row.start_date_raw} /> },
        { key: 'created_by', title: t('column.by') },
      ]}
      acts={row => <SendActs send={row} />}
    />
  )
}

function PitchName({ send }: { send: ScheduledSend }) {
  return (
    <Anchor component={Link} to={pitchPaths.view({ id: send.pitch_id })} c="inherit" className="send-pitch">
      {send.presentation_name}
    </Anchor>
  )
}

const tones = { waiting: 'neutral', sent: 'good', cancelled: 'neutral', skipped: 'bad' } as const

/** Where it stands, why it was not sent, and who did not get it. */
function SendState({ send }: { send: ScheduledSend }) {
  const { t } = useTranslation('send')
  const { state, reason, suppressed, waiting, left_out: leftOut, missing_lists: missing } = send
  const notes = [
    reason && t(`reason.${reason}`),
    suppressed > 0 && t('suppressed', { count: suppressed }),
    waiting > 0 && t('waiting', { count: waiting }),
    leftOut > 0 && t('leftOut', { count: leftOut }),
    missing > 0 && t('missingLists', { count: missing }),
  ].flatMap(note => note || [])
  return (
    <span className="send-state">
      <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
      {notes.map(note => (
        <span key={note} className="send-note">
          {note}
        </span>
      ))}
    </span>
  )
}

function SendActs({ send }: { send: ScheduledSend }) {
  const { t } = useTranslation('send')
  const keepsMail = useKeepsMail()
  const navigate = useNavigate()
  const goesTo = useGoesTo()
  const { id, uuid, state, attendees: count, lists, presentation_name: name } = send
  const of = lists > 0 && goesTo(count, lists)
  const isWaiting = state === 'waiting'
  const isReminder = send.kind === 'reminder'
  const isOpen = state !== 'sent' && (count + lists > 0 || isReminder) && Date.parse(send.start_date_raw) > Date.now()
  return (
    <ActMenu
      label={t('acts', { name })}
      calls={sendCalls}
      acts={[
        { label: t('change.open'), icon: IconEye, go: () => navigate(pitchPaths.view({ id: send.pitch_id })) },
        isOpen && {
          label: isWaiting ? t('change.act') : t('change.again'),
          icon: isWaiting ? IconPencil : IconCalendarTime,
          show: dialog => <ChangeSend send={send} {...dialog} />,
        },
        isOpen && {
          label: t('now.act'),
          icon: IconSend,
          confirm: isReminder
            ? { title: t('remind.title'), body: t('remind.body', { count, name }), act: t('now.act') }
            : {
                title: t('now.title'),
                body: of ? t('now.bodyOf', { of, name }) : t('now.body', { count, name }),
                act: t('now.act'),
              },
          run: () => client.updateSchedulePitch({ id, uuid, is_send_now: true }),
          done: t(isReminder ? 'remind.sent' : keepsMail ? 'now.doneKept' : 'now.done', { name }),
        },
        isWaiting && {
          label: t('cancel.act'),
          icon: IconX,
          danger: true,
          confirm: {
            title: t('cancel.title'),
            body: isReminder
              ? t('cancel.reminder', { name })
              : of
                ? t('cancel.bodyOf', { of, name })
                : t('cancel.body', { count, name }),
            act: t('cancel.act'),
            failed: t('cancel.failed'),
          },
          run: () => client.cancelSchedulePitch({ id, uuid }),
          done: t('cancel.done', { name }),
          undo: () => client.updateSchedulePitch({ id, uuid, ...momentOf(send) }),
        },
      ]}
    />
  )
}

const momentOf = (send: ScheduledSend) => ({
  scheduled_send_date: send.scheduled_send_date,
  scheduled_send_time: send.scheduled_send_time,
  scheduled_send_noon: send.scheduled_send_noon,
  scheduled_send_zone: send.scheduled_send_zone,
})
