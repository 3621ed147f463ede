// One chunk for pages that few see, because the login page knows the address of each chunk.
export { ConfirmEmailScreen } from './confirm-email-screen.tsx'
export { EndSessionScreen } from './end-session-screen.tsx'
export { NotMeScreen } from './not-me-screen.tsx'
