import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { profileCalls } from '#features/access/profile/contract.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ProofField } from './ProofField.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'

/** [RULE-030, ENT-046] The number for text messages, and the code that proves it. */
export function MobileSection({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  return (
    <FormSection title={t('mobile.title')} hint={t('mobile.hint')}>
      <NumberForm key={`form ${info.mobile}`} info={info} />
      {info.mobile && <Verification key={info.mobile} info={info} />}
    </FormSection>
  )
}

/** Only the server validates the number: the tables of all countries take 80 kB. */
function NumberForm({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const form = useCallForm(profileCalls, 'updatePersonalInfo', {
    start: { mobile: info.mobile },
    done: t('mobile.saved'),
    onDone: useKeepInfo(),
    again: true,
  })
  const isSame = form.values.mobile === info.mobile
  const foot = (
    <Group>
      <Button type="submit" variant="default" loading={form.isSending} disabled={isSame}>
        {t('mobile.save')}
      </Button>
    </Group>
  )
  return (
    <CallForm form={form} failed={t('mobile.notSaved')} foot={foot}>
      <TextInput label={t('mobile.field')} type="tel" autoComplete="tel" maw={280} {...form.text('mobile')} />
      {!isSame && <ProofField hint={t('proof.mobileHint')} {...form.choice('current_pass')} />}
    </CallForm>
  )
}

function Verification({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const keep = useKeepInfo()
  const number = info.mobile
  const send = useMutation({ mutationFn: () => client.sendMobileCode({}) })
  const verified = async (saved: Info) => {
    await keep(saved)
    doneNotice(t('mobile.done', { number }))
  }
  if (info.is_mobile_verified)
    return (
      <div>
        <StateBadge tone="good">{t('mobile.verified')}</StateBadge>
      </div>
    )
  return (
    <>
      <Group>
        <StateBadge tone="warn">{t('mobile.unverified')}</StateBadge>
        <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t('mobile.send')}
        </Button>
      </Group>
      <div role="status">{send.data && (send.data.is_sent ? t('mobile.sent', { number }) : t('mobile.kept'))}</div>
      <ErrorNotice failure={send.error} title={t('mobile.failed')} />
      {send.data && (
        <CodeForm
          call="verifyMobile"
          label={t('mobile.code')}
          act={t('mobile.verify')}
          failed={t('mobile.failed')}
          onDone={verified}
        />
      )}
    </>
  )
}
