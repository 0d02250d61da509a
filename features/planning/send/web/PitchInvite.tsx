import { Alert, Anchor, Button, Radio, Stack, Title } from '@mantine/core'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { type Moment, momentOf } from '#features/core/pitch/web/moment.ts'
import { Closed, PitchPage } from '#features/core/pitch/web/PitchPage.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { AttendeeTable } from '#features/planning/invite/web/AttendeeTable.tsx'
import { InvitationPreview } from '#features/planning/invite/web/InvitationPreview.tsx'
import { InviteeFields } from '#features/planning/invite/web/InviteeFields.tsx'
import { inviteesOf, noInvitees } from '#features/planning/invite/web/invitees.ts'
import { knownQuery } from '#features/planning/invite/web/inviteQueries.ts'
import { ListChoice, useListReach } from '#features/planning/list/web/ListChoice.tsx'
import { DraftNotice, useDraft } from '#web/ui/draft.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn } from '#web/ui/Page.tsx'
import { formatTime } from '#web/ui/time.ts'
import './PitchInvite.css'
import { SendWhen } from './SendWhen.tsx'
import { sendProblem } from './sendMoment.ts'
import { useGoesTo } from './useGoesTo.ts'
import { useInviting, type Waiting } from './useInviting.ts'

/** [SCREEN-005] Inviting people to a pitch, and the state of their invitations. */
export function PitchInvite() {
  // with the texts of what is shown once "Later" is chosen: to fetch them then would empty the page meanwhile
  const { t } = useTranslation(['invite', 'send', 'pitch'])
  return (
    <PitchPage title={t('invite:title')} act={pitch => <ListActs pitch={pitch} />}>
      {pitch => <Invitations pitch={pitch} />}
    </PitchPage>
  )
}

function ListActs({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('send')
  const locked = useIsLocked(pitch)
  if (!pitchActs(pitch).manage || !isBeforeStart(pitch.state)) return null
  return (
    <>
      <Button variant="default" component={Link} to={pitchPaths.reminders(pitch)}>
        {t('reminders.title')}
      </Button>
      {!locked && (
        <Button variant="default" component={Link} to={pitchPaths.list(pitch)}>
          {t('edit.title')}
        </Button>
      )}
    </>
  )
}

function Invitations({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation(['invite', 'errors'])
  const { uuid } = pitch
  const { manage, invite } = pitchActs(pitch)
  const locked = useIsLocked(pitch)
  return (
    <>
      {invite && !locked ? (
        <div className="invite-beside">
          <InviteForm pitch={pitch} />
          <InvitationPreview uuid={uuid} locked={locked} />
        </div>
      ) : (
        <Closed>{t(!manage ? 'invite:notYours' : invite ? 'errors:PitchLocked' : 'invite:closed')}</Closed>
      )}
      {manage && (
        <section className="invite-list">
          <Title order={2} mb="md">
            {t('invite:table.title')}
          </Title>
          <AttendeeTable uuid={uuid} open={invite && !locked} />
        </section>
      )}
    </>
  )
}

function InviteForm({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation(['invite', 'send'])
  const { uuid } = pitch
  const person = usePerson()
  const draft = useDraft(`invite.${uuid}.${person.user_id}`, noInvitees)
  const [sendAt, setSendAt] = useState<Moment | null>(null)
  const { data: known } = useQuery(knownQuery(uuid))
  const input = useDeferredValue(draft.value)
  const invitees = useMemo(() => inviteesOf(input, known), [input, known])
  const [tried, setTried] = useState(false)
  const { waiting, inviting, isAdding } = useInviting(pitch, sendAt, () => {
    draft.discard()
    setTried(false)
  })
  const lists = draft.value.lists ?? []
  const reach = useListReach({ lists, uuid, emails: invitees.people.map(({ email }) => email) })
  const count = invitees.people.length + ((lists.length > 0 && reach.data?.people) || 0)
  // what waits already has its moment
  const problem = sendAt && !isAdding ? sendProblem(sendAt, new Date(pitch.start_date_raw), new Date()) : undefined
  function change(value: typeof draft.value) {
    setTried(false)
    draft.change(value)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const now = inviteesOf(draft.value, known).people
    setTried(true)
    if (now.length + lists.length > 0 && !problem)
      inviting.mutate({ people: now, language: draft.value.language, lists })
  }

  return (
    <FormColumn>
      <DraftNotice draft={draft} />
      {waiting && <WaitingNotice waiting={waiting} />}
      <form onSubmit={submit} noValidate className="invite-form">
        <InviteeFields
          value={draft.value}
          onChange={change}
          invitees={invitees}
          error={tried && invitees.people.length + lists.length === 0 ? t('invite:required') : undefined}
        />
        <ListChoice
          value={lists}
          onChange={chosen => change({ ...draft.value, lists: chosen })}
          reach={reach}
          isLater={sendAt !== null}
        />
        {isBeforeStart(pitch.state) && (
          <WhenToSend
            {...{ pitch, waiting, sendAt, setSendAt }}
            error={problem && (tried || problem !== 'required') ? t(`send:problem.${problem}`) : undefined}
          />
        )}
        <ErrorNotice failure={inviting.error} />
        <div>
          <Button
            type="submit"
            loading={inviting.isPending}
            leftSection={sendAt ? <IconCalendarTime size={16} aria-hidden /> : <IconSend size={16} aria-hidden />}
          >
            <ActLabel count={count} isAdding={isAdding} isLater={sendAt !== null} />
          </Button>
        </div>
      </form>
    </FormColumn>
  )
}

/** What the button does with so many people. */
function ActLabel({ count, isAdding, isLater }: { count: number; isAdding: boolean; isLater: boolean }) {
  const { t } = useTranslation(['invite', 'send'])
  if (isAdding) return count > 0 ? t('send:add', { count }) : t('send:addNone')
  if (isLater) return count > 0 ? t('send:plan', { count }) : t('send:planNone')
  return count > 0 ? t('invite:act', { count }) : t('invite:actNone')
}

interface WhenProps {
  pitch: PitchDetail
  waiting: Waiting | undefined
  sendAt: Moment | null
  setSendAt: (moment: Moment | null) => void
  error: string | undefined
}

/** Now or later; later means with what waits already, which has its moment. */
function WhenToSend({ pitch, waiting, sendAt, setSendAt, error }: WhenProps) {
  const { t } = useTranslation('send')
  if (!waiting)
    return (
      <SendWhen
        value={sendAt}
        onChange={setSendAt}
        error={error}
        start={new Date(pitch.start_date_raw)}
        zone={pitch.start_zone}
      />
    )
  const later = () => momentOf(new Date(waiting.send_at), pitch.start_zone)
  return (
    <Radio.Group
      label={t('when.label')}
      value={sendAt ? 'later' : 'now'}
      onChange={when => setSendAt(when === 'later' ? later() : null)}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="now" label={t('when.now')} />
        <Radio value="later" label={t('when.later')} description={t('waitsAdd')} />
      </Stack>
    </Radio.Group>
  )
}

/** The invitations that wait, and the way to them. */
function WaitingNotice({ waiting }: { waiting: Waiting }) {
  const { t, i18n } = useTranslation('send')
  const goesTo = useGoesTo()
  const { attendees: count, lists } = waiting
  const when = formatTime(waiting.send_at, i18n.language)
  return (
    <Alert
      variant="light"
      icon={<IconCalendarTime aria-hidden />}
      mb="md"
      title={lists > 0 ? t('waitsOf', { of: goesTo(count, lists), when }) : t('waits', { count, when })}
    >
      <Anchor component={Link} to="/pitches/scheduled" size="sm">
        {t('waitsGo')}
      </Anchor>
    </Alert>
  )
}
