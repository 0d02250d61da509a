import { Button, Group, TextInput } from '@mantine/core'
import { profileCalls } from '#features/access/profile/contract.ts'
import { bareCode, brokenCodeRule } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import type { Info } from './personalInfo.ts'

interface Props {
  /** The call that takes the code back. */
  call: 'confirmEmail' | 'verifyMobile'
  label: string
  /** What the code is for, on the button. */
  act: string
  failed: string
  onDone: (saved: Info) => Promise<void>
}

/** Where a code is typed that was emailed or texted. */
export function CodeForm({ call, label, act, failed, onDone }: Props) {
  const form = useCallForm(profileCalls, call, {
    check: ({ code }) => ({ code: brokenCodeRule(code) }),
    send: ({ code }) => client[call]({ code: bareCode(code) }),
    onDone,
  })
  return (
    <CallForm form={form} failed={failed} foot={null}>
      <Group align="flex-start">
        <TextInput
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          w={280}
          {...form.text('code')}
          maxLength={12}
        />
        <Button type="submit" mt={21} loading={form.isSending}>
          {act}
        </Button>
      </Group>
    </CallForm>
  )
}
