(defun main ())
