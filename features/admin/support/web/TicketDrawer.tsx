import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import type { Answer } from '#contract/call.ts'
import { supportCalls } from '#features/admin/support/contract.ts'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import { useActs } from '#web/ui/record/useActs.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { type InAddress, useInAddress } from '#web/ui/record/useInAddress.ts'
import { Time } from '#web/ui/Time.tsx'
import './help.css'
import { useTranslation } from 'react-i18next'
import type { TicketState as State } from '#features/admin/support/rules.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'

type WholeTicket = Answer<typeof supportCalls.getTicket>

/** The ticket whose details are open: its number in the address, so that emails and notices lead to it. */
export const useOpenTicket = () => useInAddress('ticket', /^[1-9]\d{0,8}$/)

/** A ticket with all its messages, and what the reader may do: answer it, or ask further. */
export function TicketDrawer({ ticket }: { ticket: InAddress }) {
  const { t } = useTranslation('support')
  return (
    <EntityDrawer
      open={ticket}
      read={number => callQuery('getTicket', { number: Number(number) })}
      title={() => t('ticket.title', { number: ticket.id })}
    >
      {whole => <Talk key={whole.id} ticket={whole} />}
    </EntityDrawer>
  )
}

function Talk({ ticket }: { ticket: WholeTicket }) {
  const { t } = useTranslation('support')
  const { begin, running } = useActs(supportCalls)
  const isClosed = ticket.state === 'closed'
  const question = {
    id: ticket.id,
    content: ticket.content,
    name: ticket.name,
    at: ticket.created_on,
    is_answer: false,
  }
  const close = {
    label: t(isClosed ? 'ticket.reopen' : 'ticket.close'),
    run: () => client.setTicketClosed({ ticket_id: ticket.id, closed: !isClosed }),
    done: t(isClosed ? 'ticket.reopened' : 'ticket.closed'),
  }
  const asker = [ticket.name, ticket.email, ticket.contact, ticket.org_name, !ticket.is_known && t('ticket.visitor')]
  return (
    <Stack>
      <Group justify="space-between">
        <TicketState state={ticket.state} />
        <Button
          size="xs"
          variant="default"
          // `loading` would disable it, and it would lose the focus
          aria-busy={running !== undefined}
          leftSection={running && <Loader size={14} color="currentColor" />}
          onClick={() => begin(close)}
        >
          {close.label}
        </Button>
      </Group>
      {ticket.may_answer && <Text c="dimmed">{asker.filter(Boolean).join(' · ')}</Text>}
      <ol className="ticket-talk">
        {[question, ...ticket.messages].map(message => (
          <li key={message.id} className="ticket-said" data-answer={message.is_answer || undefined}>
            <Text size="xs" c="dimmed">
              <strong>{message.name}</strong> · <Time at={message.at} />
            </Text>
            <p>{message.content}</p>
          </li>
        ))}
      </ol>
      {!(isClosed && ticket.may_answer) && <Reply ticket={ticket} />}
    </Stack>
  )
}

function Reply({ ticket }: { ticket: WholeTicket }) {
  const { t } = useTranslation('support')
  const answers = ticket.may_answer
  const form = useCallForm(supportCalls, answers ? 'answerTicket' : 'addToTicket', {
    start: { ticket_id: ticket.id },
    done: t(answers ? 'ticket.answered' : 'ticket.added'),
    again: true,
  })
  return (
    <CallForm below form={form} act={t(answers ? 'ticket.sendAnswer' : 'ticket.send')}>
      <Textarea
        label={t(answers ? 'ticket.answer' : 'ticket.goOn')}
        description={answers ? t('ticket.answerHint', { email: ticket.email }) : undefined}
        autosize
        minRows={4}
        maxRows={12}
        {...form.text('content')}
        required={false}
      />
    </CallForm>
  )
}

const tones: Record<State, Tone> = { open: 'warn', answered: 'good', closed: 'neutral' }

export function TicketState({ state }: { state: State }) {
  const { t } = useTranslation('support')
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
