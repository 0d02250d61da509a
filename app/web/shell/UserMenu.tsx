import { Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconFileTypePdf,
  IconHelp,
  IconHome,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SignOutItem } from '#features/access/impersonation/web/SignOutItem.tsx'
import { landingOf, mayOpen } from '#features/access/session/web/guard.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { languages } from '#web/i18n/language.ts'
import { useDisplayName } from '#web/ui/displayName.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { useLookChoice } from './userConfig.ts'

const looks = [
  ['auto', IconDeviceDesktop],
  ['light', IconSun],
  ['dark', IconMoon],
] as const

/** [SHELL-006, SHELL-008, SHELL-011] The person's card, links, color scheme and signing out. */
export function UserMenu() {
  const { t } = useTranslation(['shell', 'common'])
  const person = usePerson()
  const name = useDisplayName(person)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className="me">
          <span className="unseen">{t('common:pair', { label: t('accountMenu'), value: name })}</span>
          <PersonAvatar person={person} size={32} />
          <span className="me-name" aria-hidden>
            {name}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="me-card">
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.org_name}
          </Text>
        </div>
        <Menu.Divider />
        <MenuLinks />
        <Menu.Divider />
        <ColourItems />
        <Menu.Divider />
        <SignOutItem />
      </Menu.Dropdown>
    </Menu>
  )
}

function MenuLinks() {
  const { t, i18n } = useTranslation('shell')
  const person = usePerson()
  const manual = languages.find(language => language === i18n.language) ?? 'en'
  return (
    <>
      <Menu.Item component={Link} to={landingOf(person)} leftSection={<IconHome size={18} aria-hidden />}>
        {t('menu.home')}
      </Menu.Item>
      <Menu.Item component={Link} to="/personal-info/profile" leftSection={<IconUser size={18} aria-hidden />}>
        {t('menu.profile')}
      </Menu.Item>
      {mayOpen(person, '/personal-info/settings') && (
        <Menu.Item component={Link} to="/personal-info/settings" leftSection={<IconSettings size={18} aria-hidden />}>
          {t('menu.settings')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/help" leftSection={<IconHelp size={18} aria-hidden />}>
        {t('menu.help')}
      </Menu.Item>
      {/* [SHELL-010] */}
      {person.is_vc && (
        <Menu.Item
          component="a"
          href={`/manuals/investor.${manual}.pdf`}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
        >
          {t('menu.manual')}
        </Menu.Item>
      )}
    </>
  )
}

function ColourItems() {
  const { t } = useTranslation('shell')
  const { look: chosen, choose } = useLookChoice()
  return (
    <>
      <Menu.Label>{t('colours.title')}</Menu.Label>
      {looks.map(([look, LookIcon]) => (
        <Menu.Item
          key={look}
          closeMenuOnClick={false}
          aria-current={look === chosen.colour_scheme || undefined}
          leftSection={<LookIcon size={18} aria-hidden />}
          rightSection={look === chosen.colour_scheme ? <IconCheck size={16} aria-hidden /> : null}
          onClick={() => choose({ colour_scheme: look })}
        >
          {t(`colours.${look}`)}
        </Menu.Item>
      ))}
    </>
  )
}
