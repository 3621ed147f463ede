type DemoPage = { title: string; code: string; content: string; inactive?: true }

/** The app's pages about the fictional maker. */
export const demoCmsPages: DemoPage[] = [
  {
    title: 'Winter Camp 2025',
    code: 'winter-camp-2025',
    inactive: true,
    content:
      '<h2>Thank you for coming</h2><p>The winter camp at Cedar Hollow is over. The next one is planned for the last weekend of January; the date will be announced here and by notification.</p>',
  },
  {
    title: 'Help',
    code: 'help',
    content: `
<h2>Where to start</h2>
<p>Most questions are answered in the manual of your RV. Choose <strong>Owners Manual</strong> in the menu, then the topic, then the page. The manual also works without a connection once it has been opened.</p>
<iframe src="https://player.vimeo.com/video/76979871"></iframe>
<h2>Frequent questions</h2>
<h3>Where do I find the VIN?</h3>
<p>On the sticker at the front left corner of the body, and on the first page of your registration. The app asks for the <strong>last six digits</strong> only.</p>
<h3>The refrigerator does not cool</h3>
<ol>
<li><p>Is the RV level? Absorption refrigerators need to stand within three degrees.</p></li>
<li><p>Is the source of energy the right one: gas, 12 V or shore power?</p></li>
<li><p>On gas: is the valve of the cylinder open, and does the cooktop burn?</p></li>
<li><p>Give it six hours. From warm, it does not get cold any sooner.</p></li>
</ol>
<h3>The converter hums</h3>
<p>A low hum while the batteries charge is normal. A hum that comes with a smell of hot dust or plastic is not: switch off the main breaker and call a dealer.</p>
<h2>How to reach us</h2>
<table>
<tr><th>What it is about</th><th>How</th><th>When</th></tr>
<tr><td>Warranty and parts</td><td><a href="tel:+1-800-555-0142">(800) 555-0142</a></td><td>Monday to Friday, 7 am to 5 pm Mountain Time</td></tr>
<tr><td>The app</td><td><a href="mailto:app@cedarhollow.example">app@cedarhollow.example</a></td><td>Answered within two working days</td></tr>
<tr><td>On the road</td><td>The nearest dealer, under <strong>Dealers &amp; Service</strong></td><td>As listed with each dealer</td></tr>
</table>
<blockquote><p>Smell of gas? Close the cylinders, leave the RV, touch no switch, and call from outside.</p></blockquote>`,
  },
  {
    title: 'Privacy Policy',
    code: 'privacy',
    content: `
<p>This policy says what the app knows about you and what happens with it. It is short because there is not much.</p>
<h2>What we keep</h2>
<table>
<tr><th>What</th><th>What for</th><th>How long</th></tr>
<tr><td>Name and email address</td><td>Signing in, notices about your RV</td><td>Until you delete your account</td></tr>
<tr><td>VIN, model and year</td><td>Showing the manual that fits, recalls</td><td>Until you remove the RV</td></tr>
<tr><td>Checklists and reminders</td><td>They are yours; we only keep them for you</td><td>Until you delete them</td></tr>
</table>
<h2>What we do not do</h2>
<ul>
<li><p>We do not follow where you travel. The place of your telephone is used to find dealers near you and is never stored.</p></li>
<li><p>We do not sell data, and nobody pays us to show you anything.</p></li>
<li><p>We do not read your notes.</p></li>
</ul>
<h2>Your rights</h2>
<p>Under <em>Edit Profile</em> you can see and correct what we keep. Write to <a href="mailto:privacy@cedarhollow.example">privacy@cedarhollow.example</a> to get a copy of it or to have it deleted; both take ten days at most.</p>`,
  },
  {
    title: 'Terms of Use',
    code: 'terms',
    content: `
<h2>1. What the app is</h2>
<p>The app accompanies owners of Cedar Hollow trailers and campers. It is free, and it is an aid: where it says something else than the labels and the printed manual in your RV, <strong>the labels and the printed manual count</strong>.</p>
<h2>2. Your account</h2>
<ol>
<li><p>One account belongs to one person. Keep the password to yourself.</p></li>
<li><p>When you sell the RV, remove it from your account, so that its new owner can add it.</p></li>
</ol>
<h2>3. Maintenance reminders</h2>
<p>Reminders help you to remember; they replace no inspection. A reminder that did not come, or came late, changes nothing about the intervals of the maintenance schedule.</p>
<h2>4. Changes</h2>
<p>We change these terms when the app changes. You will be told 30 days before, and can leave at any time.</p>
<hr>
<p style="text-align: right"><em>Last changed on October 1, 2026</em></p>`,
  },
  {
    title: 'About Cedar Hollow',
    code: 'about',
    content: `
<h2>Built to be taken out</h2>
<p>Cedar Hollow has built travel trailers and truck campers in the valley of the same name since 1978. What started with four people and a borrowed press brake is now a plant of 240, and still every frame carries the initials of who welded it.</p>
<h3>What we care about</h3>
<ul>
<li><p><strong>Weight.</strong> What is not there need not be towed.</p></li>
<li><p><strong>Repair.</strong> Every part can be reached and bought for at least fifteen years.</p></li>
<li><p><strong>Four seasons.</strong> Tanks and lines are inside the heated floor.</p></li>
</ul>
<h3>Come and see</h3>
<p>The plant can be visited every first Friday of the month at 10 am. Please write to <a href="mailto:visit@cedarhollow.example">visit@cedarhollow.example</a> before you come.</p>`,
  },
]
