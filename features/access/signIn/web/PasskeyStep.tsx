import { Button, Checkbox, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { showPasskey } from '#features/access/factor/web/passkey.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useFinish } from './secondStep.ts'

/** A passkey: the browser asks for it. */
export function PasskeyStep() {
  const { t } = useTranslation('factor')
  const [remember, setRemember] = useState(false)
  const finish = useFinish(async () => {
    const { options } = await client.getPasskeyRequest({})
    const response = await showPasskey(options).catch(() => {
      // Canceled, timed out, or none of them is here: browsers do not tell which, on purpose.
      throw new CallFailed('PasskeyRefused')
    })
    await client.verifyPasskey({ response, remember })
  })
  return (
    <Stack>
      <Checkbox
        label={t('step.remember')}
        checked={remember}
        onChange={event => setRemember(event.currentTarget.checked)}
      />
      <ErrorNotice failure={finish.error} />
      <Button
        size="md"
        fullWidth
        leftSection={<IconKey size={20} aria-hidden />}
        loading={finish.isPending}
        onClick={() => finish.mutate(undefined)}
      >
        {t('step.usePasskey')}
      </Button>
    </Stack>
  )
}
