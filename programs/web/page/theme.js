/* Runs before the page is drawn: the theme that was chosen last, or else the system's. */
(() => {
  try {
    const chosen = localStorage.getItem('boardcover-theme');
    if (chosen === 'dark' || chosen === 'light')
      document.documentElement.dataset.theme = chosen;
  } catch {
    /* No storage: the system's theme it is. */
  }
})();
