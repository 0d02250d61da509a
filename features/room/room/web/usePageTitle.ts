import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Sets the title of the browser's tab. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product')
  }, [title, t])
}
