import { Input, SegmentedControl, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { interfaceSizes, sidebars, themeColours } from '#contract/look.ts'
import { OwnLanguageMenu } from '#features/access/profile/web/OwnLanguageMenu.tsx'
import { accents } from '#web/theme/palette.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection } from '#web/ui/Page.tsx'
import { useLookChoice } from '../userConfig.ts'
import './settings.css'

const schemes = ['auto', 'light', 'dark'] as const

/** [CONST-038, CONST-039] The look, seen at once and kept with the account. */
export function LookSettings() {
  const { t } = useTranslation('shell')
  const { look, choose, saving } = useLookChoice()
  return (
    <FormColumn>
      <FormSection title={t('settings.look')} hint={t('settings.lookHint')}>
        <Choice label={t('settings.size.title')} hint={t('settings.size.hint')}>
          {id => (
            <SegmentedControl
              aria-labelledby={id}
              data={interfaceSizes.map(value => ({ value, label: t(`settings.size.${value}`) }))}
              value={look.size}
              onChange={value => choose({ size: interfaceSizes.find(size => size === value) ?? 'medium' })}
            />
          )}
        </Choice>
        <Choice label={t('settings.colour.title')} hint={t('settings.colour.hint')}>
          {id => (
            <div role="radiogroup" aria-labelledby={id} className="accents">
              {themeColours.map(colour => (
                <label key={colour} className="accent">
                  <input
                    type="radio"
                    name="accent"
                    className="unseen"
                    checked={look.theme_colour === colour}
                    onChange={() => choose({ theme_colour: colour })}
                  />
                  <span className="accent-dot" style={{ background: accents[colour][6] }}>
                    {look.theme_colour === colour && <IconCheck size={16} color="#ffffff" aria-hidden />}
                  </span>
                  {t(`settings.colour.${colour}`)}
                </label>
              ))}
            </div>
          )}
        </Choice>
        <Choice label={t('colours.title')} hint={t('settings.schemeHint')}>
          {id => (
            <SegmentedControl
              aria-labelledby={id}
              data={schemes.map(value => ({ value, label: t(`colours.${value}`) }))}
              value={look.colour_scheme}
              onChange={value => choose({ colour_scheme: schemes.find(one => one === value) ?? 'auto' })}
            />
          )}
        </Choice>
        <Choice label={t('settings.sidebar.title')} hint={t('settings.sidebar.hint')}>
          {id => (
            <SegmentedControl
              aria-labelledby={id}
              data={sidebars.map(value => ({ value, label: t(`settings.sidebar.${value}`) }))}
              value={look.sidebar}
              onChange={value => choose({ sidebar: value === 'icons' ? 'icons' : 'open' })}
            />
          )}
        </Choice>
        <ErrorNotice failure={saving.error} title={t('settings.notKept')} />
        <Text size="xs" c="dimmed" role="status">
          {saving.isSuccess && t('settings.kept')}
        </Text>
      </FormSection>
      <FormSection title={t('language.choose')} hint={t('settings.languageHint')}>
        <div>
          <OwnLanguageMenu />
        </div>
      </FormSection>
    </FormColumn>
  )
}

function Choice(props: { label: string; hint: string; children: (labelledBy: string) => React.ReactNode }) {
  const id = useId()
  return (
    <div className="choice">
      <Input.Label id={id} labelElement="div">
        {props.label}
      </Input.Label>
      <Text size="xs" c="dimmed" mb={6}>
        {props.hint}
      </Text>
      {props.children(id)}
    </div>
  )
}
