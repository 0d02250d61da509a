import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { supportCalls } from '#features/admin/support/contract.ts'
import { MESSAGE_LENGTH } from '#features/admin/support/rules.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Time } from '#web/ui/Time.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { TicketState } from './TicketState.tsx'
import { ticketQuery, useTicketActs } from './ticketQueries.ts'
import './help.css'

type WholeTicket = Answer<typeof supportCalls.getTicket>

/** A ticket with all that was said, and what the reader may do about it: answer, or go on asking. */
export function TicketDrawer({ number, onClose }: { number: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('support')
  const ticket = useQuery({ ...ticketQuery(number ?? 0), enabled: number !== undefined })
  return (
    <SideDrawer opened={number !== undefined} onClose={onClose} title={t('ticket.title', { number })}>
      {ticket.isPending && <Skeleton height={240} />}
      <ErrorNotice failure={ticket.error} retry={() => ticket.refetch()} />
      {ticket.data && <Talk key={ticket.data.id} ticket={ticket.data} />}
    </SideDrawer>
  )
}

function Talk({ ticket }: { ticket: WholeTicket }) {
  const { t } = useTranslation('support')
  const { close } = useTicketActs(ticket.id)
  const isClosed = ticket.state === 'closed'
  const asked = { id: ticket.id, content: ticket.content, name: ticket.name, at: ticket.created_on, is_answer: false }
  return (
    <Stack>
      <Group justify="space-between">
        <TicketState state={ticket.state} />
        <Button
          size="xs"
          variant="default"
          loading={close.isPending}
          onClick={() =>
            close.mutate(!isClosed, { onSuccess: () => doneNotice(t(isClosed ? 'ticket.reopened' : 'ticket.closed')) })
          }
        >
          {t(isClosed ? 'ticket.reopen' : 'ticket.close')}
        </Button>
      </Group>
      <ErrorNotice failure={close.error} />
      {ticket.may_answer && <Asker ticket={ticket} />}
      <ol className="ticket-talk">
        {[asked, ...ticket.messages].map(message => (
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

function Asker({ ticket }: { ticket: WholeTicket }) {
  const { t } = useTranslation('support')
  const parts = [ticket.name, ticket.email, ticket.contact, ticket.org_name].filter(Boolean)
  return (
    <Text c="dimmed">
      {parts.join(' · ')}
      {!ticket.is_known && ` · ${t('ticket.visitor')}`}
    </Text>
  )
}

function Reply({ ticket }: { ticket: WholeTicket }) {
  const { t } = useTranslation('support')
  const [content, setContent] = useState('')
  const { answer, goOn } = useTicketActs(ticket.id)
  const writing = ticket.may_answer ? answer : goOn
  const { content: wrong } = useFieldErrors(writing.error)
  const send = () =>
    writing.mutate(content, {
      onSuccess: () => {
        setContent('')
        doneNotice(t(ticket.may_answer ? 'ticket.answered' : 'ticket.added'))
      },
    })
  return (
    <>
      <Textarea
        label={t(ticket.may_answer ? 'ticket.answer' : 'ticket.goOn')}
        description={ticket.may_answer ? t('ticket.answerHint', { email: ticket.email }) : undefined}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MESSAGE_LENGTH}
        value={content}
        error={wrong}
        onChange={event => setContent(event.currentTarget.value)}
      />
      {!wrong && <ErrorNotice failure={writing.error} />}
      <Group justify="flex-end">
        <Button loading={writing.isPending} disabled={content.trim() === ''} onClick={send}>
          {t(ticket.may_answer ? 'ticket.sendAnswer' : 'ticket.send')}
        </Button>
      </Group>
    </>
  )
}
