import { Anchor, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { policyPath, policyVersions } from '../rules.ts'

/** What a registration says it has agreed to: the texts of today. */
export const agreedToday = {
  terms_version: policyVersions.terms_of_service,
  privacy_version: policyVersions.privacy_policy,
}

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Shows what is wrong, once the person has tried. */
  tried: boolean
}

/** Nobody registers without agreeing; both texts are a click away, in a tab of their own so that no entry is lost. */
export function PolicyCheckbox({ checked, onChange, tried }: Props) {
  const { t } = useTranslation('registration')
  return (
    <Checkbox
      checked={checked}
      onChange={event => onChange(event.currentTarget.checked)}
      error={tried && !checked && t('agree.missing')}
      required
      label={
        <>
          {t('agree.before')} <PolicyLink type="terms_of_service">{t('agree.terms')}</PolicyLink> {t('agree.and')}{' '}
          <PolicyLink type="privacy_policy">{t('agree.privacy')}</PolicyLink>
        </>
      }
    />
  )
}

function PolicyLink({ type, children }: { type: Parameters<typeof policyPath>[0]; children: string }) {
  const { t } = useTranslation('registration')
  return (
    <Anchor href={policyPath(type)} target="_blank" rel="noopener" underline="always">
      {children}
      <span className="unseen"> ({t('agree.newTab')})</span>
    </Anchor>
  )
}
