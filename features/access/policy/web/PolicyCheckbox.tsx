import { Anchor, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PolicyType } from '#features/core/site/rules.ts'
import { registrationInfo } from '#features/core/site/web/registrationInfo.ts'
import { policyPath, policyVersions } from '../rules.ts'

/** What a registration says it has agreed to: the texts of today, as they are linked beside the box. */
export function useAgreedToday(): { terms_version: string; privacy_version: string } {
  const { data } = useQuery(registrationInfo)
  return {
    terms_version: data?.terms_version ?? policyVersions.terms_of_service,
    privacy_version: data?.privacy_version ?? policyVersions.privacy_policy,
  }
}

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Shows what is wrong, once the person has tried. */
  tried: boolean
}

/** Registration needs the agreement; both texts open in a tab of their own, so that no entry is lost. */
export function PolicyCheckbox({ checked, onChange, tried }: Props) {
  const { t } = useTranslation('registration')
  // react-i18next's Trans would add 4 kB to what the room loads before its first slide
  const [before, terms, between, privacy, after] = t('agree.text').split(/<\/?(?:terms|privacy)>/)
  return (
    <Checkbox
      checked={checked}
      onChange={event => onChange(event.currentTarget.checked)}
      error={tried && !checked && t('agree.missing')}
      required
      label={
        <>
          {before}
          <PolicyLink type="terms_of_service">{terms}</PolicyLink>
          {between}
          <PolicyLink type="privacy_policy">{privacy}</PolicyLink>
          {after}
        </>
      }
    />
  )
}

function PolicyLink({ type, children }: { type: PolicyType; children: string | undefined }) {
  const { t } = useTranslation('registration')
  const { terms_version, privacy_version } = useAgreedToday()
  return (
    <Anchor
      href={policyPath(type, type === 'terms_of_service' ? terms_version : privacy_version)}
      target="_blank"
      rel="noopener"
      underline="always"
    >
      {children}
      <span className="unseen"> ({t('agree.newTab')})</span>
    </Anchor>
  )
}
