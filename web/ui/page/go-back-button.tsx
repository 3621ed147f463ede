import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'

// Browsers that cannot say whether the page before was ours have react-router's numbering, which starts anew on reload.
function canGoBack() {
  const { navigation } = window as { navigation?: Navigation }
  if (navigation) return navigation.canGoBack
  return Boolean((window.history.state as { idx?: number } | null)?.idx)
}

/** Goes back to where the person came from, or home when this is the first page of the tab. */
export function GoBackButton() {
  const navigate = useNavigate()
  return (
    <Button
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={() => void (canGoBack() ? navigate(-1) : navigate('/', { replace: true }))}
    >
      Go Back
    </Button>
  )
}
