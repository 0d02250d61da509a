import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '#contract/call.ts'
import { hasHtml } from '#features/admin/support/rules.ts'
import { client } from '#web/client/client.ts'

export const ticketQuery = (number: number) =>
  queryOptions({ queryKey: ['ticket', 'one', number], queryFn: () => client.getTicket({ number }) })

/** What can be done about a ticket. */
export function useTicketActs(ticket_id: string) {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['ticket'] })
  const write = (send: (content: string) => Promise<unknown>) => ({
    mutationFn: async (content: string) => {
      // [RULE-092]
      if (hasHtml(content)) throw new CallFailed('InputInvalid', { content: 'html' })
      return send(content)
    },
    onSuccess,
  })
  return {
    answer: useMutation(write(content => client.answerTicket({ ticket_id, content }))),
    goOn: useMutation(write(content => client.addToTicket({ ticket_id, content }))),
    close: useMutation({ mutationFn: (closed: boolean) => client.setTicketClosed({ ticket_id, closed }), onSuccess }),
  }
}
