import { Button, Group, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeAgent } from '#features/access/session/userAgent.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import { factorsQuery, type Protection } from './factorQueries.ts'

/** Browsers that skip the second step, each of which can be forgotten. */
export function RememberedBrowsers({ protection }: { protection: Protection }) {
  const { t } = useTranslation('factor')
  const queries = useQueryClient()
  const forget = useMutation({
    mutationFn: (device_id: string | undefined) => client.forgetDevice(device_id ? { device_id } : {}),
    onSuccess: () => doneNotice(t('device.forgotten')),
    onSettled: () => queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  })
  const { devices } = protection
  return (
    <FormSection title={t('device.title')} hint={t('device.hint')}>
      {devices.length === 0 && <Text>{t('device.none')}</Text>}
      <ErrorNotice failure={forget.error} />
      {devices.length > 0 && (
        <ul className="factors" aria-label={t('device.title')}>
          {devices.map(device => {
            const { browser, system } = describeAgent(device.user_agent)
            const name = [browser, system].filter(Boolean).join(' · ') || t('device.unknown')
            return (
              <li key={device.device_id} className="factor">
                <IconDeviceDesktop size={24} stroke={1.5} aria-hidden />
                <div className="factor-words">
                  <Text fw={600}>{name}</Text>
                  <Text size="sm" c="dimmed">
                    <span className="tabular">{device.ip}</span> · {t('device.until')} <Time at={device.expires} />
                  </Text>
                </div>
                <Button
                  variant="subtle"
                  color="red"
                  loading={forget.isPending && forget.variables === device.device_id}
                  onClick={() => forget.mutate(device.device_id)}
                  aria-label={t('device.forgetNamed', { name })}
                >
                  {t('device.forget')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {devices.length > 1 && (
        <Group>
          <Button variant="default" onClick={() => forget.mutate(undefined)}>
            {t('device.forgetAll')}
          </Button>
        </Group>
      )}
    </FormSection>
  )
}
