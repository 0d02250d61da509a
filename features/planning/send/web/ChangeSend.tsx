import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { InviteePerson } from '#features/core/part/rules.ts'
import { fromWire, instantOfMoment } from '#features/core/pitch/web/moment.ts'
import { ChangedMeanwhile, listChanges, takenIn } from '#features/planning/invite/web/ChangedMeanwhile.tsx'
import { InviteeFields } from '#features/planning/invite/web/InviteeFields.tsx'
import { type InviteeInput, invitedIn, inviteesOf, lineOf, noInvitees } from '#features/planning/invite/web/invitees.ts'
import { ListChoice, useListReach } from '#features/planning/list/web/ListChoice.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { beginInFirstField } from '#web/ui/firstField.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import type { Dialog } from '#web/ui/record/useActs.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Time } from '#web/ui/Time.tsx'
import { formatTime } from '#web/ui/time.ts'
import { type ScheduledSend, sendCalls } from '../contract.ts'
import { SendMomentFields } from './SendWhen.tsx'
import { sendFields, sendProblem } from './sendMoment.ts'

/** Changes when a send goes out, and to whom while it waits. */
export function ChangeSend({ send, opened, onClose }: { send: ScheduledSend } & Dialog) {
  const { t } = useTranslation('send')
  const isWaiting = send.state === 'waiting' && send.kind === 'invitation'
  const { uuid } = send
  const { data, error, refetch } = useQuery({
    ...callQuery('getSchedulePitch', { uuid }),
    enabled: opened && isWaiting,
  })
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t(send.state === 'waiting' ? 'change.title' : 'change.again')}>
      {isWaiting && !data && !error && <Skeleton height={240} aria-busy />}
      <ErrorNotice failure={data ? undefined : error} retry={refetch} />
      {(!isWaiting || data) && <ChangeForm send={send} goal={data} onClose={onClose} />}
    </SideDrawer>
  )
}

type Goal = Awaited<ReturnType<typeof client.getSchedulePitch>>

type Input = InviteeInput & { readonly lists: readonly string[] }

interface FormProps {
  send: ScheduledSend
  /** The people and the lists of invitations that wait. */
  goal: Goal | undefined
  onClose: () => void
}

/** The language of all people of a send; undefined when they have several, or some have none. */
function sharedLanguage(people: Goal['attendees_arr']) {
  const [language, ...others] = new Set(people.map(person => person.language))
  return others.length === 0 ? language : undefined
}

/** What is entered, as the call takes it: people whose languages differ keep their own. */
function goalIn(input: Input, people: readonly InviteePerson[], { attendees_arr: before, version }: Goal) {
  const own = new Map(sharedLanguage(before) ? [] : before.map(({ email, language }) => [email, language] as const))
  const attendees_arr = people.flatMap(person => invitedIn(input.language ?? own.get(person.email), [person]))
  return { attendees_arr, list_ids: [...input.lists], version }
}

/** Takes into what is entered whom and which lists others have added to a send and removed from it. */
function withChanges(input: Input, before: Goal, now: Goal): Input {
  const kept = input.lists.filter(id => now.list_ids.includes(id) || !before.list_ids.includes(id))
  const added = now.list_ids.filter(id => !before.list_ids.includes(id))
  const people = takenIn(input, listChanges(before.attendees_arr, now.attendees_arr))
  return { ...people, lists: [...new Set([...kept, ...added])] }
}

/** What is entered: the moment, the people and the lists. */
function useChange({ send, goal, onClose }: FormProps) {
  const { t, i18n } = useTranslation('send')
  const refresh = useRefresh(sendCalls)
  // others may change it meanwhile: what is replaced is what was seen
  const [seen, setSeen] = useState(goal)
  const [first] = useState(() => {
    const language = sharedLanguage(goal?.attendees_arr ?? [])
    const text = (goal?.attendees_arr ?? []).map(lineOf).join('\n')
    return { ...noInvitees, text, lists: goal?.list_ids ?? [], ...(language && { language }) }
  })
  const [input, setInput] = useState<Input>(first)
  const [meanwhile, setMeanwhile] = useState<Goal>()
  const [moment, setMoment] = useState(() =>
    fromWire({
      date: send.scheduled_send_date,
      time: send.scheduled_send_time,
      noon: send.scheduled_send_noon,
      zone: send.scheduled_send_zone,
    }),
  )
  const invitees = useMemo(() => inviteesOf(input), [input])
  const saving = useMutation({
    mutationFn: () =>
      client.updateSchedulePitch({
        id: send.id,
        uuid: send.uuid,
        ...sendFields(moment),
        ...(seen && input !== first && goalIn(input, invitees.people, seen)),
      }),
    onError: async failure => {
      if (failure instanceof CallFailed && failure.code === 'ScheduleChanged')
        setMeanwhile(await client.getSchedulePitch({ uuid: send.uuid }))
    },
    onSuccess: async () => {
      const at = instantOfMoment(moment)
      const when = at ? formatTime(at, i18n.language) : ''
      const done = send.kind === 'reminder' ? 'remind.moved' : 'change.done'
      doneNotice(t(done, { name: send.presentation_name, when }))
      onClose()
      await refresh()
    },
  })
  const takeIn = () => {
    if (!seen || !meanwhile) return
    setInput(withChanges(input, seen, meanwhile))
    setSeen(meanwhile)
    setMeanwhile(undefined)
    saving.reset()
  }
  const changes = seen && meanwhile && listChanges(seen.attendees_arr, meanwhile.attendees_arr)
  return { input, setInput, moment, setMoment, invitees, saving, changes, takeIn }
}

function ChangeForm(props: FormProps) {
  const { send, goal, onClose } = props
  const { t } = useTranslation(['send', 'invite', 'common'])
  const { input, setInput, moment, setMoment, invitees, saving, changes, takeIn } = useChange(props)
  const [tried, setTried] = useState(false)
  const reach = useListReach({
    lists: input.lists.filter(id => !goal?.others_list_ids.includes(id)),
    uuid: send.uuid,
    emails: invitees.people.map(({ email }) => email),
  })
  const problem = sendProblem(moment, new Date(send.start_date_raw), new Date())
  const isMissing = goal !== undefined && invitees.people.length + input.lists.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!problem && !isMissing) saving.mutate()
  }
  return (
    <form ref={beginInFirstField} onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {send.presentation_name}
          {' · '}
          {t('column.start')} <Time at={send.start_date_raw} />
        </Text>
        <SendMomentFields
          value={moment}
          onChange={setMoment}
          error={problem && (tried || problem !== 'required') ? t(`problem.${problem}`) : undefined}
        />
        {goal && (
          <>
            <InviteeFields
              value={input}
              onChange={value => setInput({ ...value, lists: value.lists ?? [] })}
              invitees={invitees}
              returnTo={false}
              error={tried && isMissing ? t('invite:required') : undefined}
            />
            <ListChoice
              isLater
              value={input.lists}
              others={goal.others_list_ids}
              onChange={lists => setInput({ ...input, lists })}
              reach={reach}
            />
          </>
        )}
        {changes ? (
          <ChangedMeanwhile changes={changes} onTakeIn={takeIn} />
        ) : (
          <ErrorNotice failure={saving.error} title={t('change.failed')} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={changes !== undefined}>
            {t('change.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
