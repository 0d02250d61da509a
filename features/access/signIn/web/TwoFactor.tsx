import { Button, Stack, Text, Title } from '@mantine/core'
import {
  IconDeviceMobileCode,
  IconHelpCircle,
  IconKey,
  IconMail,
  IconMessage,
  IconShieldLock,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { decodeAccount } from '#features/access/session/web/stepAddress.ts'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { StepFrame } from './StepFrame.tsx'
import { type SecondStep, targetOf, type Way, waysOf } from './secondStep.ts'

/** [ROUTE-034, PROD-049] The second step of a sign-in, by any of the person's factors. */
export function TwoFactor() {
  const { t } = useTranslation('factor')
  return <StepFrame title={t('step.title')}>{step => <Steps step={step} />}</StepFrame>
}

function Steps({ step }: { step: SecondStep }) {
  const { t } = useTranslation('factor')
  const { account } = useParams()
  const ways = waysOf(step)
  const wished = decodeAccount(account).factor
  const [way, setWay] = useState<Way | undefined>(ways.find(one => one === wished) ?? ways[0])
  if (!way) return <Text>{t('step.lost')}</Text>
  return (
    <>
      <Text id="step-hint">{t(`step.hint.${way}`, { to: targetOf(step, way) })}</Text>
      {way === 'passkey' ? <PasskeyStep /> : <CodeStep key={way} way={way} step={step} />}
      <OtherWays step={step} way={way} onChoose={setWay} />
    </>
  )
}

const icons = {
  app: IconDeviceMobileCode,
  email: IconMail,
  sms: IconMessage,
  passkey: IconKey,
  recovery: IconShieldLock,
} as const

function OtherWays({ step, way, onChoose }: { step: SecondStep; way: Way; onChoose: (way: Way) => void }) {
  const { t } = useTranslation('factor')
  const { account = '' } = useParams()
  const { search } = useLocation()
  const others = waysOf(step).filter(one => one !== way)
  return (
    <Stack gap="xs" component="section" aria-label={t('step.other')}>
      {(others.length > 0 || step.questions.length > 0) && (
        <Title order={2} size="sm" fw={600}>
          {t('step.other')}
        </Title>
      )}
      {others.map(one => {
        const WayIcon = icons[one]
        return (
          <Button
            key={one}
            variant="default"
            justify="flex-start"
            leftSection={<WayIcon size={18} aria-hidden />}
            onClick={() => onChoose(one)}
          >
            {t(`step.way.${one}`, { to: targetOf(step, one) })}
          </Button>
        )
      })}
      {step.questions.length > 0 && (
        <Button
          component={Link}
          to={`/security-questions-login/${account}${search}`}
          variant="default"
          justify="flex-start"
          leftSection={<IconHelpCircle size={18} aria-hidden />}
        >
          {t('step.way.questions')}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t('step.lost')}
      </Text>
    </Stack>
  )
}
