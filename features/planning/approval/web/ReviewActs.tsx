import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { secondsOf } from '#features/core/pitch/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection, StickyBar } from '#web/ui/Page.tsx'
import { useFieldErrors, useWording } from '#web/ui/wording.ts'
import type { ReviewOf } from './Review.tsx'

const clock = /^\d{2}:[0-5]\d:[0-5]\d$/

/** What is wrong with the released part of a recording, by the rules of the call. */
function problemsOf(start: string, end: string) {
  const isClock = (text: string) => text === '' || clock.test(text)
  return {
    start: !isClock(start) ? 'clock' : end && !start ? 'both' : undefined,
    end: !isClock(end)
      ? 'clock'
      : start && !end
        ? 'both'
        : start && secondsOf(end) < secondsOf(start)
          ? 'order'
          : undefined,
  } as const
}

/** A pitch or review that changed meanwhile is reloaded: the version that the reviewer saw is outdated. */
function useLookAgain() {
  const wording = useWording()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['pitch'] })
  const lookAgain = (failure: unknown) => {
    if (!(failure instanceof CallFailed) || failure.code !== 'ReviewChanged') return
    notifications.show({ color: 'red', message: wording(failure) })
    return refresh()
  }
  return { refresh, lookAgain }
}

/** Approves, or changes the released part of an approved pitch. */
function useApproving({ uuid, version: seen, audit_status, ...review }: ReviewOf) {
  const { t } = useTranslation('approval')
  const [start, setStart] = useState(review.audit_start_time)
  const [end, setEnd] = useState(review.audit_end_time)
  const [tried, setTried] = useState(false)
  const { refresh, lookAgain } = useLookAgain()
  const approving = useMutation({
    mutationFn: async () => {
      const input = { uuid, seen, audit_start_time: start, audit_end_time: end }
      if (audit_status !== 'approved') return (await client.approvePitch(input)).invited
      await client.updateApprovePitch(input)
      return undefined
    },
    onSuccess: async invited => {
      const done = invited ? t('done.invited', { count: invited }) : t(invited === 0 ? 'done.approved' : 'done.update')
      doneNotice(done)
      await refresh()
    },
    onError: lookAgain,
  })
  const refused = useFieldErrors(approving.error)
  const wrong = problemsOf(start, end)
  const said = (side: 'start' | 'end') => {
    const problem = wrong[side]
    return tried && problem ? t(`problem.${problem}`) : refused[`audit_${side}_time`]
  }
  return {
    approving,
    submit: () => {
      setTried(true)
      if (!wrong.start && !wrong.end) approving.mutate()
    },
    start: {
      value: start,
      error: said('start'),
      onChange: (event: Typed) => setStart(event.currentTarget.value.trim()),
    },
    end: { value: end, error: said('end'), onChange: (event: Typed) => setEnd(event.currentTarget.value.trim()) },
  }
}
type Typed = ChangeEvent<HTMLInputElement>

/** [STATE-024 to STATE-027] Approves, takes back, sets to pending, and changes the released part of the recording. */
export function ReviewActs({ review }: { review: ReviewOf }) {
  const { t } = useTranslation('approval')
  const [asking, setAsking] = useState<'unapproved' | 'pending'>()
  const { audit_status } = review
  const isApproved = audit_status === 'approved'
  const { approving, submit, start, end } = useApproving(review)
  return (
    <>
      <FormSection title={t('window.title')} hint={t('window.hint')}>
        <Group align="start">
          <TextInput label={t('window.start')} placeholder="00:00:00" {...start} />
          <TextInput label={t('window.end')} placeholder="00:45:00" {...end} />
        </Group>
        <ErrorNotice failure={approving.error} title={t('failed')} />
      </FormSection>
      <StickyBar>
        {audit_status !== 'pending' && (
          <Button variant="default" onClick={() => setAsking('pending')}>
            {t('act.pending')}
          </Button>
        )}
        {audit_status !== 'unapproved' && (
          <Button variant="outline" color="red" onClick={() => setAsking('unapproved')}>
            {t(isApproved ? 'act.takeBack' : 'act.unapproved')}
          </Button>
        )}
        <Button onClick={submit} loading={approving.isPending}>
          {t(isApproved ? 'act.update' : 'act.approve')}
        </Button>
      </StickyBar>
      {asking && <ReasonDialog review={review} decision={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

interface DialogProps {
  review: ReviewOf
  decision: 'unapproved' | 'pending'
  onClose: () => void
}

function ReasonDialog({ review, decision, onClose }: DialogProps) {
  const { refresh, lookAgain } = useLookAgain()
  const { t } = useTranslation(['approval', 'common'])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { uuid, version: seen, audit_status } = review
  const act = t(
    decision === 'pending'
      ? 'approval:act.pending'
      : audit_status === 'approved'
        ? 'approval:act.takeBack'
        : 'approval:act.unapproved',
  )
  const deciding = useMutation({
    mutationFn: () =>
      decision === 'pending'
        ? client.setPitchPending({ uuid, seen, reason })
        : client.unapprovePitch({ uuid, seen, reason }),
    onSuccess: async () => {
      doneNotice(t(`approval:done.${decision}`))
      onClose()
      await refresh()
    },
    onError: lookAgain,
  })
  function submit() {
    setTried(true)
    if (reason.trim()) deciding.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={act}>
      <Textarea
        data-autofocus
        label={t('approval:reason')}
        description={t('approval:reasonHint')}
        required
        autosize
        minRows={3}
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        error={tried && !reason.trim() && t('approval:problem.reason')}
      />
      <ErrorNotice failure={deciding.error} title={t('approval:failed')} />
      <Group justify="end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('common:act.cancel')}
        </Button>
        <Button color={decision === 'unapproved' ? 'red' : 'accent'} onClick={submit} loading={deciding.isPending}>
          {act}
        </Button>
      </Group>
    </Modal>
  )
}
