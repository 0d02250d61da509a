import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bareCode, brokenCodeRule } from '#features/core/account/factorRules.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

interface Props {
  label: string
  /** What the code is for, on the button. */
  act: string
  failed: string
  isPending: boolean
  failure: unknown
  onCode: (code: string) => void
}

/** Where a code is typed that was mailed or texted. */
export function CodeField({ label, act, failed, isPending, failure, onCode }: Props) {
  const { t } = useTranslation('errors')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const broken = brokenCodeRule(code)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!broken && !isPending) onCode(bareCode(code))
  }

  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start">
        <TextInput
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          w={280}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
          error={tried && broken && t(broken)}
        />
        <Button type="submit" mt={21} loading={isPending}>
          {act}
        </Button>
      </Group>
      <ErrorNotice failure={failure} title={failed} />
    </form>
  )
}
