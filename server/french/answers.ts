import type { Sentence } from './sentence.ts'

/** The answers of calls that do something. */
export const answers: readonly Sentence[] = [
  ['Read.', 'Lu.'],
  ['Thank you.', 'Merci.'],
  ['Nonce', 'Nonce'],
  ['What is held about you', 'Ce qui est conservé à votre sujet'],
  ['Code for a test message', 'Code pour un message d’essai'],
  ['Marked as done.', 'Marqué comme fait.'],
  ['Marked as not done.', 'Marqué comme non fait.'],
  ['Logged out.', 'Vous êtes déconnecté.'],
  ['Logged in successful', 'Vous êtes connecté.'],
  ['Thank you. Please sign in.', 'Merci. Veuillez vous connecter.'],
  ['Thank you. Please check your email, and sign in.', 'Merci. Veuillez consulter vos courriels, puis vous connecter.'],
  ['Thank you. The office will look at it.', 'Merci. Notre équipe va l’examiner.'],
  ['Please choose a new password.', 'Veuillez choisir un nouveau mot de passe.'],
  ['This device is registered for notifications.', 'Cet appareil est inscrit aux notifications.'],
  ['This device will get no more notifications.', 'Cet appareil ne recevra plus de notifications.'],
  ['RV Details added successfully.', 'Le VR a été ajouté.'],
  ['RV Details updated successfully.', 'Le VR a été modifié.'],
  ['RV Details removed successfully.', 'Le VR a été supprimé.'],
  ['The RV is no longer yours.', 'Ce VR n’est plus le vôtre.'],
  ['Checklist added successfully.', 'La liste a été ajoutée.'],
  ['Checklist updated successfully.', 'La liste a été modifiée.'],
  ['Checklist removed successfully.', 'La liste a été supprimée.'],
  ['Maintenance Details added successfully.', 'L’entretien a été ajouté.'],
  ['Maintenance Details updated successfully.', 'L’entretien a été modifié.'],
  ['Maintenance Details removed successfully.', 'L’entretien a été supprimé.'],
  ['Notification removed successfully.', 'La notification a été supprimée.'],
  ['Profile updated successfully.', 'Votre profil a été modifié.'],
  ['Email updated successfully.', 'Votre adresse courriel a été modifiée.'],
  ['Preferences updated successfully.', 'Vos préférences ont été enregistrées.'],
  ['Password changed successfully.', 'Votre mot de passe a été changé.'],
  ['Password has been updated successfully.', 'Votre mot de passe a été changé.'],
  ['Your email address has been confirmed.', 'Votre adresse courriel est confirmée.'],
  [
    'Reset password OTP has been sent to your email id.',
    'Un code pour changer le mot de passe vous a été envoyé par courriel.',
  ],
  [
    'An OTP to confirm the address has been sent to your email id.',
    'Un code pour confirmer l’adresse vous a été envoyé par courriel.',
  ],
  ['An OTP has been sent to your new email id.', 'Un code a été envoyé à votre nouvelle adresse courriel.'],
  [
    'Email is not set up here. Please contact support.',
    'Ce service n’envoie pas de courriels. Veuillez communiquer avec le soutien.',
  ],
  [
    'The mail server is not accepting our emails right now. This one is sent as soon as it does.',
    'Le serveur de courriel n’accepte pas nos messages en ce moment. Celui-ci partira dès que possible.',
  ],
  [
    'Your account will be deleted in a week. Sign in before then to keep it.',
    'Votre compte sera supprimé dans une semaine. Pour le garder, connectez-vous d’ici là.',
  ],
]

/** Phrases that fill `{0}` or `{1}`. */
export const phrases: readonly Sentence[] = [
  ['a few minutes', 'quelques minutes'],
  ['half an hour', 'une demi-heure'],
  ['an hour', 'une heure'],
  ['a minute', 'une minute'],
  ['{0} minutes', '{0} minutes'],
  ['1 character', '1 caractère'],
  ['RVs', 'VR'],
  ['checklists', 'listes'],
  ['maintenance items', 'entretiens'],
  ['with your password', 'avec votre mot de passe'],
  [
    'with a new password, which “Forgot password” gives you',
    'avec un nouveau mot de passe, que vous donne «\u00a0Mot de passe oublié\u00a0»',
  ],
  ['with {0}', 'avec {0}'],
]
