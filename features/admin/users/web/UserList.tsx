import { Anchor, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { seesOnlyManaged } from '#features/admin/users/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { Page } from '#web/ui/Page.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { CreateUser } from './CreateUser.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import { UserTable } from './UserTable.tsx'
import { useUserFilters } from './userFilters.ts'

/** [SCREEN-018, ROUTE-113, NAV-014] Two lists under one address: of administrators, and of those who manage people only. */
export function UserList() {
  return seesOnlyManaged(usePerson().roles) ? <ManagedPeople /> : <AllPeople />
}

/** Everybody in the organisation; for a superadmin everybody in all of them [SCREEN-033: the superadmins by a link]. */
function AllPeople() {
  const { t } = useTranslation('account')
  const crosses = usePerson().roles.includes('superadmin')
  const acts = useHeadActs()
  const superadmins = crosses && (
    <Anchor component={Link} to="/user-management/list?role=superadmin&sort=name&order=asc" size="sm">
      {t('list.superadmins')}
    </Anchor>
  )
  return (
    <Page title={t('list.title')} hint={superadmins} act={acts.buttons}>
      <UserTable label={t('list.label')} crosses={crosses} add={acts.add} />
      {acts.dialogs}
    </Page>
  )
}

/** Presenters, investors and members of the own organisation, without those who administer anything. */
function ManagedPeople() {
  const { t } = useTranslation('account')
  const acts = useHeadActs()
  const organisation = usePerson().org_name
  return (
    <Page title={t('list.ownTitle', { organisation })} hint={t('list.ownHint')} act={acts.buttons}>
      <UserTable label={t('list.label')} crosses={false} add={acts.add} />
      {acts.dialogs}
    </Page>
  )
}

/** Adding somebody, and the tags: the same above both lists. */
function useHeadActs() {
  const { t } = useTranslation('account')
  const [adding, { open: add, close: added }] = useDisclosure()
  const [tagging, { open: tag, close: tagged }] = useDisclosure()
  const { match } = useUserFilters()
  const me = usePerson()
  // a superadmin who looks at one organisation means its tags
  const orgId = match.org_id ?? me.org_id
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      {t('create.new')}
    </Button>
  )
  return {
    add: addButton,
    buttons: (
      <Group gap="xs">
        <Button variant="default" leftSection={<IconTags size={16} aria-hidden />} onClick={tag}>
          {t('tag.manage')}
        </Button>
        {addButton}
      </Group>
    ),
    dialogs: (
      <>
        <SideDrawer opened={adding} onClose={added} title={t('create.title')}>
          <CreateUser onDone={added} />
        </SideDrawer>
        <TagsDialog orgId={orgId} opened={tagging} onClose={tagged} />
      </>
    ),
  }
}
