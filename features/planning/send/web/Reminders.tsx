import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeAmount } from '#contract/amounts.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { BeforeStart, PitchPage } from '#features/core/pitch/web/PitchPage.tsx'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn, FormSection } from '#web/ui/Page.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { useActs } from '#web/ui/record/useActs.tsx'
import { Time } from '#web/ui/Time.tsx'
import { sendCalls } from '../contract.ts'

/** What is offered, in minutes before the start; a pitch may have others. */
const offered = [7 * 1440, 3 * 1440, 1440, 180, 60, 15]

/** [ROUTE-104] Reminding the people of a pitch: now, and by a plan of its own. */
export function Reminders() {
  const { t } = useTranslation(['send', 'invite'])
  return (
    <PitchPage title={t('send:reminders.title')}>
      {pitch => (
        <BeforeStart pitch={pitch} notYours={t('invite:notYours')} closed={t('send:reminders.closed')}>
          <Plan pitch={pitch} />
        </BeforeStart>
      )}
    </PitchPage>
  )
}

type Plan = Awaited<ReturnType<typeof client.getReminderPlan>>

function Plan({ pitch }: { pitch: PitchDetail }) {
  const { uuid } = pitch
  const { data, error, refetch } = useQuery(callQuery('getReminderPlan', { uuid }))
  if (!data) return error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={240} maw="40rem" />
  return (
    <FormColumn>
      <RemindNow pitch={pitch} plan={data} />
      <PlanFields key={data.minutes_before.join()} pitch={pitch} plan={data} />
    </FormColumn>
  )
}

/** Who gets a reminder now, and the button. */
function RemindNow({ pitch: { uuid, presentation_name: name }, plan }: { pitch: PitchDetail; plan: Plan }) {
  const { t } = useTranslation('send')
  const keepsMail = useKeepsMail()
  const { begin, running, dialog } = useActs(sendCalls)
  const { recipients: count, invited, answers } = plan
  const act = t('remind.act', { count })
  return (
    <FormSection title={t('remind.now')} hint={t('remind.hint')}>
      <Text size="sm">
        {[
          t('remind.invited', { count: invited }),
          t('remind.comes', { count: answers.yes }),
          t('remind.cannot', { count: answers.no }),
        ].join(' · ')}
      </Text>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          {t('remind.nobody')}
        </Text>
      ) : (
        <Button
          variant="default"
          leftSection={<IconBell size={18} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          loading={running !== undefined}
          onClick={() =>
            begin({
              label: act,
              confirm: { title: act, body: t('remind.body', { count, name }), act },
              run: () => client.remindPitchAttendees({ uuid }),
              done: t(keepsMail ? 'remind.kept' : 'remind.done'),
            })
          }
        >
          {act}
        </Button>
      )}
      {dialog}
    </FormSection>
  )
}

/** The times at which reminders go out by themselves. */
function PlanFields({ pitch, plan }: { pitch: PitchDetail; plan: Plan }) {
  const { t, i18n } = useTranslation(['send', 'common'])
  const refresh = useRefresh(sendCalls)
  const [chosen, setChosen] = useState<readonly number[]>(plan.minutes_before)
  const times = [...new Set([...offered, ...plan.minutes_before])].sort((a, b) => b - a)
  const saving = useMutation({
    mutationFn: () => client.updateReminderPlan({ uuid: pitch.uuid, minutes_before: [...chosen] }),
    onSuccess: async () => {
      doneNotice(t('send:reminders.done'))
      await refresh()
    },
  })
  const isSame = [...chosen].sort().join() === [...plan.minutes_before].sort().join()
  const start = Date.parse(pitch.start_date_raw)
  return (
    <FormSection title={t('send:reminders.plan')} hint={t('send:reminders.hint')}>
      <Checkbox.Group
        label={t('send:reminders.before')}
        value={chosen.map(String)}
        onChange={values => setChosen(values.map(Number))}
      >
        <Stack gap="xs" mt="xs">
          {times.map(minutes => {
            const at = start - minutes * 60_000
            return (
              <Checkbox
                key={minutes}
                value={String(minutes)}
                label={spanOf(minutes, i18n.language)}
                description={at > Date.now() ? <Time at={new Date(at)} /> : t('send:reminders.past')}
                disabled={chosen.length >= 5 && !chosen.includes(minutes)}
              />
            )
          })}
        </Stack>
      </Checkbox.Group>
      <ErrorNotice failure={saving.error} title={t('send:change.failed')} />
      <div>
        <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={isSame}>
          {t('send:reminders.save')}
        </Button>
      </div>
    </FormSection>
  )
}

const spanOf = (minutes: number, language: string): string =>
  minutes % 1440 === 0
    ? writeAmount(minutes / 1440, 'day', language)
    : minutes % 60 === 0
      ? writeAmount(minutes / 60, 'hour', language)
      : writeAmount(minutes, 'minute', language)
