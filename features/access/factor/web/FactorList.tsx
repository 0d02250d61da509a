import { Badge, Button, Group, Text } from '@mantine/core'
import { IconDeviceMobileCode, IconKey, IconMail, IconMessage } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor } from '#features/access/factor/contract.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { factorsQuery, type Protection } from './factorQueries.ts'
import { ProvedDialog } from './ProvedDialog.tsx'

const icons = { app: IconDeviceMobileCode, email: IconMail, sms: IconMessage, passkey: IconKey } as const

/** The factors that are set, with what can be done to each. */
export function FactorList({ protection }: { protection: Protection }) {
  const { t } = useTranslation('factor')
  if (protection.factors.length === 0) return <Text>{t('panel.none')}</Text>
  return (
    <ul className="factors" aria-label={t('panel.list')}>
      {protection.factors.map(factor => (
        <FactorRow key={factor.factor_id} factor={factor} protection={protection} />
      ))}
    </ul>
  )
}

function FactorRow({ factor, protection }: { factor: Factor; protection: Protection }) {
  const { t } = useTranslation('factor')
  const [asking, setAsking] = useState<'primary' | 'remove'>()
  const name = factor.name || t(`kind.${factor.factor}`)
  const FactorIcon = icons[factor.factor]
  const close = () => setAsking(undefined)
  return (
    <li className="factor">
      <FactorIcon size={24} stroke={1.5} aria-hidden />
      <div className="factor-words">
        <Group gap="0 var(--space-8)" fw={600}>
          {name}
          {factor.is_primary && (
            <Badge variant="light" tt="none">
              {t('panel.primary')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[factor.name && t(`kind.${factor.factor}`), factor.sent_to].filter(Boolean).map(words => `${words} · `)}
          {factor.last_used ? (
            <>
              {t('panel.used')} <TimeAgo at={factor.last_used} />
            </>
          ) : (
            t('panel.never')
          )}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {!factor.is_primary && (
          <Button
            variant="subtle"
            onClick={() => setAsking('primary')}
            aria-label={t('panel.makePrimaryNamed', { name })}
          >
            {t('panel.makePrimary')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          onClick={() => setAsking('remove')}
          aria-label={t('panel.removeNamed', { name })}
        >
          {t('panel.remove')}
        </Button>
      </Group>
      {asking === 'primary' && <AskFirst factor={factor} name={name} protection={protection} onClose={close} />}
      {asking === 'remove' && <Remove factor={factor} name={name} protection={protection} onClose={close} />}
    </li>
  )
}

interface Asking {
  factor: Factor
  name: string
  protection: Protection
  onClose: () => void
}

function AskFirst({ factor, name, protection, onClose }: Asking) {
  const { t } = useTranslation('factor')
  const reload = useReload()
  return (
    <ProvedDialog
      title={t('panel.makePrimaryTitle', { name })}
      act={t('panel.makePrimary')}
      proof={protection.proof}
      onClose={onClose}
      run={async proof => {
        await client.setPrimaryFactor({ factor_id: factor.factor_id, ...proof })
        await reload()
        doneNotice(t('panel.primaryDone'))
      }}
    >
      {null}
    </ProvedDialog>
  )
}

function Remove({ factor, name, protection, onClose }: Asking) {
  const { t } = useTranslation('factor')
  const reload = useReload()
  const isLast = protection.factors.length === 1
  return (
    <ProvedDialog
      title={t('panel.removeTitle', { name })}
      act={t('panel.remove')}
      danger
      proof={protection.proof}
      onClose={onClose}
      run={async proof => {
        await client.removeFactor({ factor_id: factor.factor_id, ...proof })
        await reload()
        doneNotice(t('panel.removed'))
      }}
    >
      {t(isLast ? 'panel.removeLast' : 'panel.removeBody')}
    </ProvedDialog>
  )
}

function useReload() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: presenceQuery.queryKey }),
    ])
}
