import { Modal, Textarea } from '@mantine/core'
import type { Calls } from '#contract/call.ts'
import type { client } from '#web/client/client.ts'
import { CallForm } from './CallForm.tsx'
import type { Dialog } from './useActs.tsx'
import { type CallForm as Form, useCallForm } from './useCallForm.ts'

interface Rejection {
  readonly calls: Calls
  /** The call that rejects; its input has a `reason`. */
  readonly call: keyof typeof client
  /** What the call gets beside the reason. */
  readonly start: Readonly<Record<string, unknown>>
  /** The title, and the button. */
  readonly act: string
  readonly label: string
  readonly hint: string
  /** The notice after success. */
  readonly done: string
}

/** Asks for the reason, which is required, and rejects. */
export function RejectDialog({ opened, onClose, ...rejection }: Rejection & Dialog) {
  return (
    <Modal opened={opened} onClose={onClose} title={rejection.act}>
      <Reason {...rejection} onDone={onClose} />
    </Modal>
  )
}

function Reason({ calls, call, start, act, label, hint, done, onDone }: Rejection & { onDone: () => void }) {
  const form = useCallForm(calls, call, {
    start,
    check: ({ reason }) => ({ reason: !String(reason).trim() && 'required' }),
    done,
    onDone,
  }) as unknown as Form<never> & { text: (field: 'reason') => ReturnType<Form<never>['text']> }
  return (
    <CallForm form={form} act={act} onCancel={onDone}>
      <Textarea
        label={label}
        description={hint}
        autosize
        minRows={3}
        data-autofocus
        withAsterisk
        {...form.text('reason')}
      />
    </CallForm>
  )
}
