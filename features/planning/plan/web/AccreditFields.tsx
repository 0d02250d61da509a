import { Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Exemption, exemptions } from '#features/core/pitch/rules.ts'
import type { FormProps } from './formState.ts'

/** [ENT-010] Whether attendees have to be accredited investors, and under which exemption the offering is made. */
export function AccreditFields({ form, change, leave, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  const enforces = form.enforce_accredit ?? false
  const chosen = form.exemption ?? ''
  return (
    <>
      <Switch
        label={t('field.enforce_accredit')}
        description={t('field.enforce_accreditHint')}
        checked={enforces}
        onChange={event => change({ enforce_accredit: event.currentTarget.checked })}
      />
      {(enforces || chosen) && (
        <Select
          label={t('field.exemption')}
          description={chosen ? t(`exemptionHint.${chosen}`) : t('field.exemptionHint')}
          placeholder={t('field.exemptionChoose')}
          withAsterisk={enforces}
          clearable={!enforces}
          data={exemptions.filter(one => one !== '').map(value => ({ value, label: t(`exemption.${value}`) }))}
          value={chosen || null}
          onChange={value => change({ exemption: (value ?? '') as Exemption })}
          onBlur={() => leave('exemption')}
          error={errors.exemption}
        />
      )}
    </>
  )
}
