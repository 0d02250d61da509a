import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'

const SearchDialog = lazyPart(async () => (await import('./SearchDialog.tsx')).SearchDialog, {
  failed: (again, { opened, onClose }) => opened && dialogFailed(again, { onClose }),
})

/** The search for a pitch, a person or a screen, by its button or Ctrl K. */
export function SearchButton() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure()
  const [wanted, setWanted] = useState(false)
  const search = () => {
    setWanted(true)
    open()
  }
  useHotkeys([['mod+K', search]], [])
  return (
    <>
      <Tooltip label={t('search.shortcut')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('search.title')}
          aria-keyshortcuts="Control+K"
          onClick={search}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wanted && <SearchDialog opened={opened} onClose={close} />}
    </>
  )
}
