import { useNavigate } from 'react-router'
import { unsavedFormNames } from '#web/forms/unsaved-forms.ts'
import { screens } from '#web/navigation/screens.ts'
import { toastWarning } from '#web/ui/feedback/toast.ts'
import { formatNames } from '#web/ui/format.ts'

/** Leads to the dashboard once a card is saved; while another one is not, it says so and the page stays. */
export function useGoHome() {
  const navigate = useNavigate()
  return () => {
    const names = unsavedFormNames()
    if (names.length) toastWarning(`Your changes in ${formatNames(names)} are not saved yet.`)
    else void navigate(screens.dashboard.path)
  }
}
