import type { Sentence } from './sentence.ts'

/** The paragraphs and subjects of mails. */
export const mails: readonly Sentence[] = [
  ['Hello,', 'Bonjour,'],
  ['Welcome', 'Bienvenue'],
  ['You already have an account', 'Vous avez déjà un compte'],
  [
    'welcome! You can sign in to the RV owner app with this address and the password you chose.',
    'bienvenue! Vous pouvez vous connecter à l’application des propriétaires de VR avec cette adresse et le mot de passe que vous avez choisi.',
  ],
  [
    'To confirm that this address is yours, enter the code {0} in the app within {1} minutes; the app can have another one sent.',
    'Pour confirmer que cette adresse est la vôtre, entrez le code {0} dans l’application d’ici {1} minutes; l’application peut en faire envoyer un autre.',
  ],
  [
    'someone tried to register this address, but it already has an account. Please sign in {0}. If it was not you, you can ignore this email.',
    'quelqu’un a essayé d’inscrire cette adresse, mais elle a déjà un compte. Veuillez vous connecter {0}. Si ce n’était pas vous, vous pouvez ignorer ce courriel.',
  ],
  ['Your code to reset the password', 'Votre code pour changer le mot de passe'],
  [
    'your code to reset the password of the RV owner app is {0}',
    'votre code pour changer le mot de passe de l’application des propriétaires de VR est {0}',
  ],
  [
    'your account in the RV owner app has no password. Please sign in {0}.',
    'votre compte dans l’application des propriétaires de VR n’a pas de mot de passe. Veuillez vous connecter {0}.',
  ],
  [
    'It works once, within {0} minutes. If you did not ask for it, you can ignore this email.',
    'Il est valable une seule fois, pendant {0} minutes. Si vous ne l’avez pas demandé, vous pouvez ignorer ce courriel.',
  ],
  ['Your code to confirm this address', 'Votre code pour confirmer cette adresse'],
  [
    'your code to confirm this address for the RV owner app is {0}',
    'votre code pour confirmer cette adresse dans l’application des propriétaires de VR est {0}',
  ],
  ['Your code to use this address', 'Votre code pour utiliser cette adresse'],
  [
    'your code to use this address in the RV owner app is {0}',
    'votre code pour utiliser cette adresse dans l’application des propriétaires de VR est {0}',
  ],
  [
    'someone tried to use this address for their account in the RV owner app, but it already has an account.',
    'quelqu’un a essayé d’utiliser cette adresse pour son compte dans l’application des propriétaires de VR, mais elle a déjà un compte.',
  ],
  ['If it was not you, you can ignore this email.', 'Si ce n’était pas vous, vous pouvez ignorer ce courriel.'],
  ['If it was not you, please contact support.', 'Si ce n’était pas vous, veuillez communiquer avec le soutien.'],
  ['Your email address was changed', 'Votre adresse courriel a été changée'],
  [
    'your account in the RV owner app now has a different email address; you can no longer sign in with this one.',
    'votre compte dans l’application des propriétaires de VR a maintenant une autre adresse courriel; vous ne pouvez plus vous connecter avec celle-ci.',
  ],
  ['Your new password', 'Votre nouveau mot de passe'],
  [
    'your password for the RV owner app has been reset. The new one is {0}',
    'votre mot de passe pour l’application des propriétaires de VR a été réinitialisé. Le nouveau est {0}',
  ],
  [
    'The app asks you to choose your own password when you sign in.',
    'L’application vous demandera de choisir votre propre mot de passe quand vous vous connecterez.',
  ],
  ['Your password was changed', 'Votre mot de passe a été changé'],
  [
    'your password for the RV owner app was changed.',
    'votre mot de passe pour l’application des propriétaires de VR a été changé.',
  ],
  ['Your account will be deleted', 'Votre compte sera supprimé'],
  [
    'your account in the RV owner app will be deleted on {0}.',
    'votre compte dans l’application des propriétaires de VR sera supprimé le {0}.',
  ],
  [
    'To keep it, sign in before that day. If you did not ask for it, sign in and change your password.',
    'Pour le garder, connectez-vous avant ce jour. Si vous ne l’avez pas demandé, connectez-vous et changez votre mot de passe.',
  ],
  [
    'You have not used it for {0} months. To keep it, sign in before that day.',
    'Vous ne l’avez pas utilisé depuis {0} mois. Pour le garder, connectez-vous avant ce jour.',
  ],
]
