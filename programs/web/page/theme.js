/* Sets the theme chosen last, or the system's, before the page is drawn. */
(() => {
  try {
    const chosen = localStorage.getItem('boardcover-theme');
    if (chosen === 'dark' || chosen === 'light')
      document.documentElement.dataset.theme = chosen;
  } catch {
    /* Without storage, the system's theme stays. */
  }
})();
